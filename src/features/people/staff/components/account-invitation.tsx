import { Anchor, Text } from '@mantine/core'
import { type Account, accountName } from '@/shared/domain/people/account'
import { dayText, momentText } from '@/shared/domain/text/formats'
import { useNow } from '@/shared/hooks/use-now'
import { useManageAccount } from '../use-manage-account'
import classes from './people.module.css'
import { useMayChange } from './staff-person'

/** Since when and until when an invitation works; one that ended is sent again from here. Nothing for who came. */
export function AccountInvitation({ account }: { account: Account }) {
  const { invited_at, invitation_ends_at } = account
  return invited_at === null || invitation_ends_at === null || account.is_deactivated ? null : (
    <Invitation account={account} since={invited_at} until={invitation_ends_at} />
  )
}

function Invitation({ account, since, until }: { account: Account; since: string; until: string }) {
  const manage = useManageAccount(account)
  const mayChange = useMayChange(account, true)
  const hasEnded = Date.parse(until) <= useNow(60_000)
  return (
    <Text span size="xs" c="dimmed" className={classes.invitation ?? ''}>
      {hasEnded
        ? `Invited on ${dayText(since)}, the invitation ended on ${dayText(until)}. `
        : `Invited on ${dayText(since)}, works until ${momentText(until)}`}
      {hasEnded && mayChange ? (
        <Anchor
          component="button"
          type="button"
          size="xs"
          aria-label={`Invite ${accountName(account)} again`}
          disabled={manage.isPending}
          onClick={() => manage.mutate({ action: 'invite-again' })}
        >
          Invite again
        </Anchor>
      ) : null}
    </Text>
  )
}
