import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { type Account, accountName } from '@/shared/domain/people/account'
import { saveProblem } from '@/shared/hooks/save-problem'
import { accountsKey } from './api/accounts.query'
import { manageStaff } from './api/manage-staff.mutation'

const doneWords = {
  'invite-again': 'gets another invitation by mail',
  deactivate: 'is signed out everywhere',
  reactivate: 'may sign in again',
} as const

/** The acts of a manager on an account. */
export function useManageAccount(account: Account) {
  const queryClient = useQueryClient()
  return useActMutation({
    mutationFn: (asked: { action: keyof typeof doneWords }) => manageStaff({ ...asked, userId: account.user_id }),
    onSuccess: (_, { action }) => notifications.show({ message: `${accountName(account)} ${doneWords[action]}` }),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The account was not changed', message: saveProblem(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsKey }),
  })
}
