import { notifications } from '@mantine/notifications'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { withRight, rightsOn } from '@/shared/domain/people/page-right'
import type { PageAction, PagePermission } from '@/shared/domain/people/permission'
import type { Role } from '@/shared/domain/people/role'
import { heldPermissionsQuery, pagePermissionsQuery, rolePermissionsKey } from './api/role-permissions.query'
import { saveProblem } from '@/shared/hooks/save-problem'
import {
  type HeldPermission,
  type PagePermissionChange,
  saveHeldPermission,
  savePagePermissions,
} from './api/save-permissions.mutation'

/** Writes of rights go one after the other, so the last click wins on the server too. */
const oneByOne = { mutationKey: ['save-rights'], scope: { id: 'save-rights' } }

const refused = (error: Error) =>
  notifications.show({ color: 'red', title: 'The change was not saved', message: saveProblem(error) })

/** Reads again once the last of several clicks was answered; earlier answers would flicker. */
const settled = (queryClient: QueryClient) =>
  queryClient.isMutating({ mutationKey: oneByOne.mutationKey }) === 1
    ? queryClient.invalidateQueries({ queryKey: rolePermissionsKey })
    : undefined

const placed = (rows: readonly PagePermission[], rights: PagePermission): PagePermission[] => [
  ...rows.filter(({ page_name }) => page_name !== rights.page_name),
  rights,
]

/** Gives or takes a right on a page. It shows at once, and goes back when the server refuses. */
export function useSavePagePermission(role: Role) {
  const queryClient = useQueryClient()
  const { queryKey } = pagePermissionsQuery(role)
  const write = (rights: PagePermission) =>
    queryClient.setQueryData(queryKey, (rows: PagePermission[] | undefined) => placed(rows ?? [], rights))

  const save = useActMutation({
    ...oneByOne,
    mutationFn: (change: Omit<PagePermissionChange, 'role'>) => savePagePermissions({ role, ...change }),
    onMutate: async ({ rights }) => {
      await queryClient.cancelQueries({ queryKey })
      write(rights)
    },
    onError: (error, { before }) => {
      write(before)
      refused(error)
    },
    onSettled: () => settled(queryClient),
  })
  return (page: string, action: PageAction, allowed: boolean) => {
    const before = rightsOn(queryClient.getQueryData(queryKey) ?? [], page)
    save.mutate({ before, rights: withRight(before, action, allowed) })
  }
}

/** Gives or takes a named permission, in the same way. */
export function useSaveHeldPermission(role: Role) {
  const queryClient = useQueryClient()
  const { queryKey } = heldPermissionsQuery(role)
  const write = ({ permissionId, held }: Omit<HeldPermission, 'role'>) =>
    queryClient.setQueryData(queryKey, (ids: string[] | undefined) => [
      ...(ids ?? []).filter((id) => id !== permissionId),
      ...(held ? [permissionId] : []),
    ])

  const save = useActMutation({
    ...oneByOne,
    mutationFn: (change: Omit<HeldPermission, 'role'>) => saveHeldPermission({ role, ...change }),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey })
      write(change)
    },
    onError: (error, change) => {
      write({ ...change, held: !change.held })
      refused(error)
    },
    onSettled: () => settled(queryClient),
  })
  return (permissionId: string, held: boolean) => save.mutate({ permissionId, held })
}
