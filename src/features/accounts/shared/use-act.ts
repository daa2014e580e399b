import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { saveProblem } from '@/shared/hooks/save-problem'
import { accountsKey } from './keys'

/** Runs one action at a time, reads accounts again, and reports a refusal. */
export function useAct() {
  const queryClient = useQueryClient()
  const acting = useOneMutation({
    mutationFn: (step: () => Promise<unknown>) => step(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsKey }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not done', message: saveProblem(error) }),
  })
  return {
    isBusy: acting.isPending,
    act: (step: () => Promise<unknown>) => () => acting.mutate(step),
  }
}

/** Copies the address of a paper and confirms it, or shows the address when the browser refuses. */
export async function copyLink(path: string): Promise<void> {
  const link = `${window.location.origin}${path}`
  const copied = await navigator.clipboard?.writeText(link).then(
    () => true,
    () => false,
  )
  notifications.show(
    copied
      ? { message: 'The link is copied. Give it to the client by mail or message.' }
      : { title: 'Copy this link', message: link, autoClose: false },
  )
}
