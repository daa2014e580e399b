import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { linkTo } from '@/shared/lib/address'
import { Problem } from '@/shared/ui/page/problem'
import { quoteRequest } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'

/** Begins a quotation from what a visitor asked for, its words as the internal note; the one that was begun is opened again. */
export function QuoteRequest({ id, isQuoted }: { id: string; isQuoted: boolean }) {
  const rights = useRights()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const quoting = useActMutation({
    mutationFn: () => quoteRequest(id),
    onSuccess: async (quotation) => {
      await queryClient.invalidateQueries({ queryKey: contactsKey })
      await navigate(linkTo('/quotations/:id', { id: quotation }))
    },
  })
  if (!can(rights, 'quotations', 'create')) return null
  return (
    <>
      <Button mt="xs" size="xs" variant="default" loading={quoting.isPending} onClick={() => quoting.mutate()}>
        {isQuoted ? 'Open the quotation' : 'Begin a quotation'}
      </Button>
      {quoting.isError ? <Problem>{saveProblem(quoting.error)}</Problem> : null}
    </>
  )
}
