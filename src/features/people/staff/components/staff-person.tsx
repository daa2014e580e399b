import { ActionIcon, Badge, Menu, Select } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconDotsVertical,
  IconHistory,
  IconKey,
  IconMailForward,
  IconShieldOff,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useDialog } from '@/kit/dialog/use-dialog'
import { type Account, accountName } from '@/shared/domain/people/account'
import { useCurrentUser } from '@/shared/hooks/current-user'
import type { Role } from '@/shared/domain/people/role'
import { confirmChange, confirmRemoval, notifyWithUndo } from '@/kit/confirm'
import { saveProblem } from '@/shared/hooks/save-problem'
import { accountsKey } from '../api/accounts.query'
import { changeRole } from '../api/change-role.mutation'
import { removeSecondFactor } from '../api/second-factor.mutation'
import { adminWords, readRole, roleLabel, roleOptions, rolesToGive } from '../role-choice'
import classes from './people.module.css'
import { useManageAccount } from '../use-manage-account'
import { TemporaryPasswordDialog } from './temporary-password-dialog'
import { linkTo } from '@/shared/lib/address'

/** Nobody changes their own role, and only admins touch admins (security T2). */
export function useMayChange(account: Account, isManager: boolean): boolean {
  const me = useCurrentUser()
  return isManager && account.user_id !== me.id && (account.role !== 'admin' || me.rights.role === 'admin')
}

/** The role of a colleague, with a field to change it for people who may. */
export function AccountRole({ account, isManager }: { account: Account; isManager: boolean }) {
  const mayChange = useMayChange(account, isManager)
  return mayChange ? <RoleSelect account={account} name={accountName(account)} /> : roleLabel(account.role)
}

/** The badges of an account. */
export function AccountSigns({ account }: { account: Account }) {
  const me = useCurrentUser()
  const signs = [
    account.user_id === me.id ? 'You' : null,
    account.is_deactivated ? 'Deactivated' : null,
    account.is_confirmed === false ? (account.invited_at === null ? 'Not confirmed' : 'Invited') : null,
    account.has_second_factor ? 'Second factor' : null,
    account.has_temporary_password && account.is_confirmed !== false ? 'Temporary password' : null,
  ].filter((sign) => sign !== null)
  return signs.map((sign) => (
    <Badge
      key={sign}
      component="span"
      size="sm"
      flex="none"
      variant={sign === 'Deactivated' ? 'light' : 'default'}
      color="red"
    >
      {sign}
    </Badge>
  ))
}

function RoleSelect({ account, name }: { account: Account; name: string }) {
  const queryClient = useQueryClient()
  const { rights } = useCurrentUser()
  const of = { userId: account.user_id }
  const change = useActMutation({
    mutationFn: (asked: { userId: string; role: Role; was?: Role }) => changeRole(asked),
    onSuccess: (_, { role, was }) =>
      was
        ? notifyWithUndo(`${name} is now ${roleLabel(role).toLowerCase()}`, () => change.mutate({ ...of, role: was }))
        : notifications.show({ message: `${name} is ${roleLabel(role).toLowerCase()} again` }),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The role was not changed', message: saveProblem(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsKey }),
  })
  return (
    <Select
      aria-label={`Role of ${name}`}
      size="xs"
      className={classes.role}
      data={roleOptions(rolesToGive(rights.role))}
      value={change.isPending ? change.variables.role : account.role}
      disabled={change.isPending}
      allowDeselect={false}
      onChange={(value) => {
        const role = readRole(value)
        if (!role || role === account.role) return
        const give = () => change.mutate({ ...of, role, was: account.role })
        if (role === 'admin') confirmChange({ ...adminWords(name), onConfirm: give })
        else give()
      }}
    />
  )
}

/** A manager's actions on a colleague's account. There are none on the own account. */
export function PersonMenu({ account }: { account: Account }) {
  return useMayChange(account, true) ? <AccountMenu account={account} name={accountName(account)} /> : null
}

function AccountMenu({ account, name }: { account: Account; name: string }) {
  const queryClient = useQueryClient()
  const { rights } = useCurrentUser()
  const password = useDialog('password')
  const removal = useActMutation({
    mutationFn: removeSecondFactor,
    onSuccess: () => notifications.show({ message: `${name} signs in with the password alone` }),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The second factor was not removed', message: saveProblem(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsKey }),
  })
  const manage = useManageAccount(account)
  const askToDeactivate = () =>
    confirmRemoval({
      title: `Deactivate ${name}?`,
      text: 'They are signed out at once on every device and cannot sign in. Their work stays.',
      confirm: 'Deactivate',
      onConfirm: () => manage.mutate({ action: 'deactivate' }),
    })
  const askToRemoveFactor = () =>
    confirmRemoval({
      title: `Remove the second factor of ${name}?`,
      text: 'Do this when the device is lost, and you know that it is them who asks. They are signed out everywhere, and told.',
      confirm: 'Remove the second factor',
      onConfirm: () => removal.mutate(account.user_id),
    })

  return (
    <>
      <Menu position="bottom-end" withArrow>
        <Menu.Target>
          <ActionIcon aria-label={`More about ${name}`} loading={manage.isPending || removal.isPending}>
            <IconDotsVertical size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {rights.role === 'admin' ? (
            <>
              <Menu.Item leftSection={<IconKey size={16} />} onClick={() => password.open(account.user_id)}>
                Set a temporary password
              </Menu.Item>
              {account.has_second_factor ? (
                <Menu.Item leftSection={<IconShieldOff size={16} />} onClick={askToRemoveFactor}>
                  Remove the second factor
                </Menu.Item>
              ) : null}
              <Menu.Item
                leftSection={<IconHistory size={16} />}
                component={Link}
                to={linkTo('/audit-logs/:id', { id: account.user_id })}
              >
                Show the history
              </Menu.Item>
            </>
          ) : null}
          {account.is_confirmed === false && !account.is_deactivated ? (
            <Menu.Item
              leftSection={<IconMailForward size={16} />}
              onClick={() => manage.mutate({ action: 'invite-again' })}
            >
              Invite again
            </Menu.Item>
          ) : null}
          {account.is_deactivated ? (
            <Menu.Item
              leftSection={<IconUserCheck size={16} />}
              onClick={() => manage.mutate({ action: 'reactivate' })}
            >
              Reactivate
            </Menu.Item>
          ) : (
            <Menu.Item color="red" leftSection={<IconUserOff size={16} />} onClick={askToDeactivate}>
              Deactivate
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {password.subject === account.user_id ? (
        <TemporaryPasswordDialog userId={account.user_id} name={name} onClose={password.close} />
      ) : null}
    </>
  )
}
