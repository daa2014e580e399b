import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { wholeNumber } from '@/kit/fields/number-fields'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { clientsAccounts } from '@/shared/domain/money/charts-of-accounts'
import { linkTo } from '@/shared/lib/address'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { saveHandOverSettings } from '../api/hand-over.mutation'
import { clientsAccountQuery, handOverKey, type HandOverSettings, handOverSettingsQuery } from '../api/hand-over.query'
import { formatLabel, months } from '../hand-over-words'
import classes from './hand-over.module.css'
import { PersonalNumber } from './personal-number'

const datevFields = defineFields({
  consultant_number: text('Consultant number', {
    required: true,
    max: 7,
    help: 'Beraternummer: your accountant knows it.',
  }),
  client_number: text('Client number', { required: true, max: 5, help: 'Mandantennummer.' }),
  account_length: wholeNumber('Digits of accounts', {
    required: true,
    least: '4',
    most: '8',
    help: 'Accounts of clients and suppliers have one more.',
  }),
  first_month: choice('Financial year begins in', months, {
    required: true,
    help: 'On the first of this month, also in the trial balance.',
  }),
  automatic_accounts: text('Accounts with automatic {tax}', {
    max: 400,
    help: 'Their entries tell DATEV not to work out {tax} once more. Numbers with a comma between.',
  }),
})
const xeroFields = defineFields({
  xero_tax_rate: text('Tax rate without tax', {
    required: true,
    max: 50,
    help: 'Its name in Xero, such as Tax Exempt: {tax} has lines of its own in the file.',
  }),
})

type Lack = { what: string; name: string | null; id: string | null }

/** What the format asks for: the settings as a form, and the accounts whose number it cannot take. */
export function Missing({ format, of }: { format: string; of: readonly Lack[] }) {
  const isAsked = format === 'datev' || format === 'xero'
  const settings = useQuery({ ...handOverSettingsQuery, enabled: isAsked })
  const [isOpen, setOpen] = useState(false)
  if (!isAsked) return null
  if (!settings.data) return <LineSkeletons count={2} height={56} />
  const lacksSettings = of.some(({ id }) => id === null)
  const Settings = format === 'datev' ? DatevSettings : XeroSettings
  return (
    <Stack gap="sm">
      {isOpen || lacksSettings ? (
        <Settings stored={settings.data} onClose={() => setOpen(false)} />
      ) : (
        <Text size="sm" c="dimmed">
          {settingsText(format, settings.data)}
        </Text>
      )}
      {format === 'datev' ? <OtherChart /> : null}
      <Lacking of={of} digits={settings.data.account_length} />
      <Group gap="xs">
        {lacksSettings ? null : (
          <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {`Settings of ${formatLabel(format)}`}
          </Button>
        )}
        {format === 'datev' ? <NumberButton /> : null}
      </Group>
    </Stack>
  )
}

/** The settings of a format in a line, as they stand at the company. */
const settingsText = (format: string, of: HandOverSettings): string =>
  format === 'datev'
    ? [
        `Consultant ${of.consultant_number}`,
        `client ${of.client_number}`,
        `accounts of ${of.account_length} digits`,
        `year from ${months[of.first_month - 1]?.label}`,
      ].join(' · ')
    : `Tax rate without tax: ${of.xero_tax_rate}`

/** The accounts of clients in the charts whose numbers mean other things in SKR03. */
const clientsElsewhere: readonly string[] = [clientsAccounts.general, clientsAccounts.snc]

/** DATEV reads numbers of another chart as accounts of SKR03. */
function OtherChart() {
  const { data: code } = useQuery(clientsAccountQuery)
  if (!code || !clientsElsewhere.includes(code)) return null
  return (
    <div role="alert">
      <Text>
        DATEV expects the numbers of SKR03. Your books have another chart, whose numbers mean other things there. Please
        choose SKR03 first.
      </Text>
      <Anchor component={Link} to={linkTo('/chart-of-accounts')}>
        Chart of accounts
      </Anchor>
    </div>
  )
}

function NumberButton() {
  const number = useDialog('personal-number')
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => number.open()}>
        Account of a client or supplier…
      </Button>
      {number.isOpen ? <PersonalNumber onClose={number.close} /> : null}
    </>
  )
}

/** The accounts that DATEV cannot take as they are. */
function Lacking({ of, digits }: { of: readonly Lack[]; digits: number }) {
  const codes = of.filter(({ what }) => what === 'account_code')
  const personal = of.filter(({ what }) => what === 'personal_account')
  return (
    <>
      {codes.length > 0 ? (
        <div role="alert">
          <Text>{`DATEV takes numbers alone, of ${digits} digits at most. Please change these accounts first:`}</Text>
          <Names of={codes} />
          <Anchor component={Link} to={linkTo('/chart-of-accounts')}>
            Chart of accounts
          </Anchor>
        </div>
      ) : null}
      {personal.length > 0 ? (
        <div role="alert">
          <Text>{`These accounts of clients and suppliers do not have ${digits + 1} digits. Please give them another:`}</Text>
          <Names of={personal} />
        </div>
      ) : null}
    </>
  )
}

const Names = ({ of }: { of: readonly Lack[] }) => (
  <ul className={classes.names}>
    {of.map(({ name }) => (
      <li key={name}>{name}</li>
    ))}
  </ul>
)

type SettingsProps = { stored: HandOverSettings; onClose: () => void }

/** Numbers of DATEV are names: nothing is put between their digits. */
const isBetween = (typed: string | undefined, least: number, most: number): boolean =>
  /^\d+$/.test((typed ?? '').trim()) && Number(typed) >= least && Number(typed) <= most

function DatevSettings({ stored, onClose }: SettingsProps) {
  const form = useRecordForm({
    fields: datevFields,
    name: 'hand-over-datev',
    stored,
    queryKey: handOverKey,
    check: ({ consultant_number, client_number }) => ({
      ...(isBetween(consultant_number, 1001, 9_999_999)
        ? {}
        : { consultant_number: 'Please enter a number from 1001 to 9999999' }),
      ...(isBetween(client_number, 1, 99_999) ? {} : { client_number: 'Please enter a number from 1 to 99999' }),
    }),
    save: saveHandOverSettings,
    onSaved: onClose,
  })
  return <RecordForm form={form} label="DATEV" submitLabel="Save DATEV settings" />
}

function XeroSettings({ stored, onClose }: SettingsProps) {
  const form = useRecordForm({
    fields: xeroFields,
    name: 'hand-over-xero',
    stored,
    queryKey: handOverKey,
    save: saveHandOverSettings,
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Xero" submitLabel="Save Xero settings" />
}
