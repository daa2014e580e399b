import { Anchor, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { useLive } from '@/kit/live/use-live'
import { type Account, accountName } from '@/shared/domain/people/account'
import { isStaffRole } from '@/shared/domain/people/role'
import { linkTo } from '@/shared/lib/address'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { accountsKey, accountsLive, accountsQuery } from '../api/accounts.query'
import {
  saveSignInSettings,
  type SignInSettings,
  signInSettingsKey,
  signInSettingsQuery,
} from '../api/sign-in-settings.query'

const fields = defineFields({
  second_factor_for: choice(
    'Second factor required for',
    [
      { value: 'nobody', label: 'Nobody' },
      { value: 'admins_and_accounts', label: 'Admins and accounts' },
      { value: 'all_staff', label: 'All staff' },
    ],
    {
      required: true,
      help: 'Who has none adds one at the next screen they open. Everybody may add one at their profile.',
    },
  ),
})

/** /settings/sign-in: whom the company asks for a second factor, and who has none yet. */
export function SignInSettingsScreen() {
  const stored = useQuery(signInSettingsQuery)
  return (
    <PageFrame title="Sign-in" lead="How people sign in to the office." width="text">
      {stored.isPending ? <NamedSkeleton height={120} label="Reading how people sign in" /> : null}
      {stored.isError && !stored.data ? (
        <Problem onRetry={() => void stored.refetch()}>How people sign in could not be read</Problem>
      ) : null}
      {stored.data ? <SecondFactorRule stored={stored.data} /> : null}
      <WithoutFactor />
    </PageFrame>
  )
}

function SecondFactorRule({ stored }: { stored: SignInSettings }) {
  const form = useRecordForm({
    fields,
    name: 'sign-in-settings',
    stored,
    queryKey: signInSettingsKey,
    save: saveSignInSettings,
  })
  return <RecordForm form={form} label="Sign-in" submitLabel="Save" />
}

const worksHere = ({ role, is_deactivated: isGone }: Account) => isStaffRole(role) && !isGone

/** Who signs in with a password alone. */
function WithoutFactor() {
  useLive(accountsKey, accountsLive)
  const accounts = useQuery(accountsQuery)
  if (!accounts.data) return null
  const staff = accounts.data.filter(worksHere)
  const without = staff.filter(({ has_second_factor: has }) => has === false)
  return (
    <section aria-labelledby="without-heading">
      <Title order={2} size="h3" id="without-heading" mt="xl" mb="xs">
        {`${staff.length - without.length} of ${staff.length} people have a second factor`}
      </Title>
      {without.length > 0 ? (
        <Text c="dimmed">{`Without one: ${without.map(accountName).join(', ')}.`}</Text>
      ) : (
        <Text c="dimmed">Nobody signs in with a password alone.</Text>
      )}
      <Text c="dimmed" mt="xs">
        {'Somebody lost the device? Remove their second factor at '}
        <Anchor component={Link} to={linkTo('/staff')}>
          Staff
        </Anchor>
        {', in the menu of the person.'}
      </Text>
    </section>
  )
}
