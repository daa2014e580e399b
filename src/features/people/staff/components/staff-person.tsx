import { ActionIcon, Badge, Menu, Select, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import {
  IconDotsVertical,
  IconHistory,
  IconKey,
  IconMailForward,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type Account, accountName } from '@/shared/domain/account'
import { fullTime } from '@/shared/domain/relative-time'
import { useCurrentUser } from '@/shared/ui/current-user'
import type { Role } from '@/shared/domain/role'
import { confirmChange, notifyWithUndo } from '@/kit/confirm'
import { saveProblem } from '@/shared/ui/save-problem'
import { accountsKey } from '../api/accounts.query'
import { changeRole } from '../api/change-role.mutation'
import { manageStaff } from '../api/manage-staff.mutation'
import { adminWords, readRole, roleLabel, roleOptions, rolesToGive } from '../role-choice'
import classes from './people.module.css'
import { TemporaryPasswordDialog } from './temporary-password-dialog'
import { linkTo } from '@/shared/lib/address'
import { PersonAvatar } from '@/shared/ui/person-avatar'

type StaffPersonProps = { account: Account; isManager: boolean }

/** One colleague. Nobody changes their own role, and only admins touch admins (security T2). */
export function StaffPerson({ account, isManager }: StaffPersonProps) {
  const me = useCurrentUser()
  const name = accountName(account)
  const mayChange = isManager && account.user_id !== me.id && (account.role !== 'admin' || me.rights.role === 'admin')
  return (
    <li className={classes.person}>
      <div className={classes.identity}>
        <PersonAvatar src={account.logo_url} name={name} alt="" />
        <div>
          <Text fw={600} span mr="xs">
            {name}
          </Text>
          <Signs account={account} isMe={account.user_id === me.id} />
          <Text size="sm" c="dimmed">
            {[account.email, account.phone].filter(Boolean).join(' · ')}
          </Text>
          {account.last_seen_at ? (
            <Text size="sm" c="dimmed">{`Last signed in on ${fullTime(account.last_seen_at)}`}</Text>
          ) : null}
        </div>
      </div>
      <div className={classes.actions}>
        {mayChange ? <RoleSelect account={account} name={name} /> : <Text size="sm">{roleLabel(account.role)}</Text>}
        {mayChange ? <PersonMenu account={account} name={name} /> : null}
      </div>
    </li>
  )
}

function Signs({ account, isMe }: { account: Account; isMe: boolean }) {
  const signs = [
    isMe ? 'You' : null,
    account.is_deactivated ? 'Deactivated' : null,
    account.is_confirmed === false ? 'Invited' : null,
    account.has_temporary_password && account.is_confirmed !== false ? 'Temporary password' : null,
  ].filter((sign) => sign !== null)
  return signs.map((sign) => (
    <Badge key={sign} size="sm" mr={4} variant={sign === 'Deactivated' ? 'light' : 'default'} color="red">
      {sign}
    </Badge>
  ))
}

function RoleSelect({ account, name }: { account: Account; name: string }) {
  const queryClient = useQueryClient()
  const { rights } = useCurrentUser()
  const of = { userId: account.user_id }
  const change = useMutation({
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

const doneWords = {
  'invite-again': 'gets another invitation by mail',
  deactivate: 'is signed out everywhere',
  reactivate: 'may sign in again',
} as const

type PersonMenuProps = { account: Account; name: string }

function PersonMenu({ account, name }: PersonMenuProps) {
  const queryClient = useQueryClient()
  const { rights } = useCurrentUser()
  const [isSettingPassword, setSettingPassword] = useState(false)
  const manage = useMutation({
    mutationFn: (asked: { action: keyof typeof doneWords }) => manageStaff({ ...asked, userId: account.user_id }),
    onSuccess: (_, { action }) =>
      notifications.show({
        message: `${name} ${doneWords[action]}`,
      }),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The account was not changed', message: saveProblem(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsKey }),
  })
  const askToDeactivate = () =>
    modals.openConfirmModal({
      title: `Deactivate ${name}?`,
      children: (
        <Text size="sm">They are signed out at once on every device and cannot sign in. Their work stays.</Text>
      ),
      labels: { confirm: 'Deactivate', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => manage.mutate({ action: 'deactivate' }),
    })

  return (
    <>
      <Menu position="bottom-end" withArrow>
        <Menu.Target>
          <ActionIcon aria-label={`More about ${name}`} size="lg" loading={manage.isPending}>
            <IconDotsVertical size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {rights.role === 'admin' ? (
            <>
              <Menu.Item leftSection={<IconKey size={16} />} onClick={() => setSettingPassword(true)}>
                Set a temporary password
              </Menu.Item>
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
              Send the invitation again
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
      {isSettingPassword ? (
        <TemporaryPasswordDialog userId={account.user_id} name={name} onClose={() => setSettingPassword(false)} />
      ) : null}
    </>
  )
}
