import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { ContactPicker } from '@/kit/pickers/contact-picker'
import { ActionButton } from '@/kit/form/action-button'
import { readFilters, withFilters } from '@/kit/list/filter'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { saveProblem } from '@/shared/hooks/save-problem'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { startCreditApplication } from '../api/credit.mutation'
import { creditList } from '../api/credit-list'
import { creditKey } from '../api/credit.query'

type NewApplicationProps = { hrefOf: (application: string) => string; listHref: string }

/** Chooses the applicant. From here on the application is a draft that colleagues see too. */
export function NewApplication({ hrefOf, listHref }: NewApplicationProps) {
  const [search, setSearch] = useSearchParams()
  const { client } = readFilters(creditList.filters, search)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const starting = useActMutation({
    mutationFn: (contactId: string) => startCreditApplication(contactId),
    onSuccess: async (id) => {
      await queryClient.invalidateQueries({ queryKey: creditKey })
      await navigate(hrefOf(id), { replace: true })
    },
  })
  return (
    <PageFrame title="New Credit Application" width="text">
      <section className={page.panel}>
        <Stack>
          <ContactPicker
            label="Client"
            required
            disabled={starting.isPending}
            value={client}
            onChange={(id) => {
              starting.reset()
              setSearch((current) => withFilters(creditList.filters, current, { client: id }), { replace: true })
            }}
          />
          <Text size="sm" c="dimmed">
            A client has one open application at a time. You can fill it in together with them, and submit it when they
            signed.
          </Text>
          {starting.isError ? <Problem>{saveProblem(starting.error)}</Problem> : null}
          <Group justify="flex-end">
            <Button variant="default" component={Link} to={listHref}>
              Cancel
            </Button>
            <ActionButton
              why={client === null ? 'Choose the client first.' : null}
              loading={starting.isPending}
              onClick={() => client && starting.mutate(client)}
            >
              Start application
            </ActionButton>
          </Group>
        </Stack>
      </section>
    </PageFrame>
  )
}
