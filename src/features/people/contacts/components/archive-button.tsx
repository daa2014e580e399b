import { Button } from '@mantine/core'
import { IconArchive, IconArchiveOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { setArchived } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'

/** Archives a contact or restores it. Its records stay unchanged. */
export function ArchiveButton({ id, archived }: { id: string; archived: boolean }) {
  const queryClient = useQueryClient()
  const saving = useActMutation({
    mutationFn: () => setArchived(id, !archived),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: contactsKey }),
  })
  const Icon = archived ? IconArchiveOff : IconArchive
  return (
    <div>
      {saving.isError ? <Problem>{saveProblem(saving.error)}</Problem> : null}
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        leftSection={<Icon size={16} aria-hidden />}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {archived ? 'Bring back from the archive' : 'Archive'}
      </Button>
    </div>
  )
}
