import { Alert, Button, Checkbox, Group, Select, Text, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { type Chart, charts } from '@/shared/domain/money/charts-of-accounts'
import { weekdayText } from '@/shared/domain/text/formats'
import { saveProblem } from '@/shared/hooks/save-problem'
import { linkTo } from '@/shared/lib/address'
import { companyKey } from '../../shared/api/company.query'
import { startInCountry } from '../api/start-in-country.mutation'
import type { TaxRate } from '../facts/taxes'
import {
  type ChartProposal,
  type Proposal,
  type Setting,
  settingChoices,
  settingLabels,
  type SettingProposal,
} from '../proposal'
import page from '@/shared/ui/page/record-page.module.css'
import classes from './country.module.css'

type ProposalFormProps = { country: string; proposal: Proposal }

/** What follows from the country: each with its tick, changeable, and taken over together. */
export function ProposalForm({ country, proposal }: ProposalFormProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [values, setValues] = useState(() => proposal.settings)
  const [rates, setRates] = useState(() => proposal.rates.map((rate) => ({ ...rate, isTaken: !rate.isThere })))
  const [ended, setEnded] = useState(() => proposal.ended.map((rate) => ({ ...rate, isTaken: true })))
  const [days, setDays] = useState(() => proposal.days.map((day) => ({ ...day, isTaken: true })))
  const [chart, setChart] = useState(() => proposal.chart)
  const wrong = rates.some(({ isTaken, rate }) => isTaken && rateProblem(rate) !== null)
  const saving = useActMutation({
    mutationFn: startInCountry,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: companyKey })
      await queryClient.invalidateQueries({ queryKey: ['vat-rates'] })
      await queryClient.invalidateQueries({ queryKey: ['first-steps'] })
      notifications.show({ message: 'The company is set up. Everything can be changed in the settings.' })
      void navigate(linkTo('/settings/company'))
    },
  })
  const save = () => {
    if (wrong) return
    saving.mutate({
      country,
      settings: values
        .filter(({ isTaken, now, proposed }) => isTaken && proposed.trim() !== '' && now !== proposed)
        .map(({ setting, now, proposed }) => ({ setting, from: now, to: proposed.trim() })),
      rates: rates.filter(({ isTaken, isThere }) => isTaken && !isThere),
      ended: ended.filter(({ isTaken }) => isTaken).map(({ code }) => code),
      days: days.filter(({ isTaken }) => isTaken),
      chart: chart.isTaken && chart.isOpen && chart.proposed !== chart.now ? chart.proposed : null,
    })
  }
  return (
    <form
      aria-label="What follows from the country"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Settings settings={values} address={proposal.address} onChange={setValues} />
      {rates.length > 0 ? <Rates rates={rates} onChange={setRates} /> : null}
      {ended.length > 0 ? <Ended rates={ended} onChange={setEnded} /> : null}
      <Accounts chart={chart} onChange={setChart} />
      {days.length > 0 ? <ClosedDays days={days} onChange={setDays} /> : null}
      {saving.isError ? (
        <Alert color="red" role="alert" mb="md" title="Nothing was changed">
          {saveProblem(saving.error)}
        </Alert>
      ) : null}
      <Group>
        <Button type="submit" loading={saving.isPending} disabled={wrong}>
          Set up the company
        </Button>
      </Group>
    </form>
  )
}

type SettingsProps = {
  settings: readonly SettingProposal[]
  address: readonly string[]
  onChange: (settings: SettingProposal[]) => void
}

function Settings({ settings, address, onChange }: SettingsProps) {
  const change = (setting: Setting, to: Partial<SettingProposal>) =>
    onChange(settings.map((one) => (one.setting === setting ? { ...one, ...to } : one)))
  return (
    <section className={`${page.panel ?? ''} ${classes.group ?? ''}`} aria-labelledby="proposed-settings">
      <Title order={2} size="h4" mb="xs" id="proposed-settings">
        Settings
      </Title>
      <ul className={classes.rows}>
        {settings.map((row) => (
          <SettingRow key={row.setting} row={row} onChange={(to) => change(row.setting, to)} />
        ))}
        <li className={classes.row}>
          <span>Addresses on papers</span>
          <span>
            {address.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </span>
        </li>
      </ul>
    </section>
  )
}

function Rates({ rates, onChange }: { rates: readonly Rate[]; onChange: (rates: Rate[]) => void }) {
  const change = (code: string, to: Partial<Rate>) =>
    onChange(rates.map((one) => (one.code === code ? { ...one, ...to } : one)))
  return (
    <section className={`${page.panel ?? ''} ${classes.group ?? ''}`} aria-labelledby="proposed-rates">
      <Title order={2} size="h4" mb="xs" id="proposed-rates">
        Tax rates
      </Title>
      <ul className={classes.rows}>
        {rates.map((rate) => (
          <RateRow key={rate.code} rate={rate} onChange={(to) => change(rate.code, to)} />
        ))}
      </ul>
    </section>
  )
}

type EndedRate = Proposal['ended'][number] & { isTaken: boolean }

/** The rates of the country that the company leaves. */
function Ended({ rates, onChange }: { rates: readonly EndedRate[]; onChange: (rates: EndedRate[]) => void }) {
  return (
    <section className={`${page.panel ?? ''} ${classes.group ?? ''}`} aria-labelledby="ended-rates">
      <Title order={2} size="h4" mb="xs" id="ended-rates">
        Rates of before
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Ticked ones are not offered for new lines any more. Papers keep them. Services and stock items with the rate of
        new lines get the new one.
      </Text>
      <ul className={classes.days}>
        {rates.map(({ code, label, isTaken }) => (
          <li key={code}>
            <Checkbox
              label={label}
              checked={isTaken}
              onChange={({ currentTarget: { checked } }) =>
                onChange(rates.map((one) => (one.code === code ? { ...one, isTaken: checked } : one)))
              }
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The chart of accounts, with the word on why it is this one. */
function Accounts({ chart, onChange }: { chart: ChartProposal; onChange: (chart: ChartProposal) => void }) {
  const { now, proposed, isTaken, isOpen, words } = chart
  const isSame = now === proposed
  const nameOf = (of: Chart | null) => charts.find(({ value }) => value === of)?.label ?? 'Accounts of your own'
  return (
    <section className={`${page.panel ?? ''} ${classes.group ?? ''}`} aria-labelledby="proposed-accounts">
      <Title order={2} size="h4" mb="xs" id="proposed-accounts">
        Accounts
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {words}
      </Text>
      <div className={classes.row}>
        <div>
          <Checkbox
            label="Chart of accounts"
            checked={isTaken || isSame}
            disabled={isSame || !isOpen}
            onChange={({ currentTarget: { checked } }) => onChange({ ...chart, isTaken: checked })}
          />
          <span className={classes.now}>{isSame ? 'As it is now' : `Now: ${nameOf(now)}`}</span>
        </div>
        {isOpen ? (
          <Select
            aria-label="Chart of accounts"
            allowDeselect={false}
            data={charts}
            value={proposed}
            onChange={(value) => value && onChange({ ...chart, proposed: value, isTaken: value !== now })}
          />
        ) : (
          <span>{nameOf(now)}</span>
        )}
      </div>
    </section>
  )
}

type ClosedDay = Proposal['days'][number] & { isTaken: boolean }

function ClosedDays({ days, onChange }: { days: readonly ClosedDay[]; onChange: (days: ClosedDay[]) => void }) {
  const tick = (day: string, isTaken: boolean) =>
    onChange(days.map((one) => (one.day === day ? { ...one, isTaken } : one)))
  return (
    <section className={`${page.panel ?? ''} ${classes.group ?? ''}`} aria-labelledby="proposed-days">
      <Title order={2} size="h4" mb="xs" id="proposed-days">
        Closed days
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        No appointments, and not counted as working days. Regions have more of their own.
      </Text>
      <ul className={classes.days}>
        {days.map(({ day, name, isTaken }) => (
          <li key={day}>
            <Checkbox
              label={`${weekdayText(day)}: ${name}`}
              checked={isTaken}
              onChange={({ currentTarget: { checked } }) => tick(day, checked)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function SettingRow({ row, onChange }: { row: SettingProposal; onChange: (to: Partial<SettingProposal>) => void }) {
  const { setting, now, proposed, isTaken, why } = row
  const choices = settingChoices[setting]
  const label = settingLabels[setting]
  const words = (value: string) => choices?.[value] ?? value
  const isSame = now === proposed
  return (
    <li className={classes.row}>
      <div>
        <Checkbox
          label={label}
          checked={isTaken || isSame}
          disabled={isSame || why !== null}
          onChange={({ currentTarget: { checked } }) => onChange({ isTaken: checked })}
        />
        <span className={classes.now}>
          {why ?? (isSame ? 'As it is now' : now === '' ? 'Not set yet' : `Now: ${words(now)}`)}
        </span>
      </div>
      {setting === 'country' || why !== null ? (
        <span>{proposed}</span>
      ) : choices ? (
        <Select
          aria-label={label}
          allowDeselect={false}
          data={Object.entries(choices).map(([value, words]) => ({ value, label: words }))}
          value={proposed}
          onChange={(value) => value && onChange({ proposed: value, isTaken: value !== now })}
        />
      ) : (
        <TextInput
          aria-label={label}
          value={proposed}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => onChange({ proposed: value, isTaken: value.trim() !== now })}
        />
      )}
    </li>
  )
}

/** A percentage with at most four decimals, from 0 to 100. */
const rateProblem = (rate: string): string | null =>
  /^\d{1,3}(\.\d{1,4})?$/.test(rate) && Number(rate) <= 100 ? null : 'A percentage such as 8.25'

type Rate = Proposal['rates'][number] & { isTaken: boolean }

function RateRow({ rate, onChange }: { rate: Rate; onChange: (to: Partial<Rate>) => void }) {
  const { label, isThere, isTaken, isDefault, treatment } = rate
  return (
    <li className={classes.row}>
      <div>
        <Checkbox
          label={label}
          checked={isTaken || isThere}
          disabled={isThere}
          onChange={({ currentTarget: { checked } }) => onChange({ isTaken: checked })}
        />
        <span className={classes.now}>
          {isThere ? 'In the list already' : isDefault ? 'The rate of new lines' : null}
        </span>
      </div>
      {treatment === 'standard' && !isThere ? (
        <TextInput
          aria-label={`Rate of ${label}`}
          rightSection="%"
          inputMode="decimal"
          value={rate.rate}
          error={isTaken ? rateProblem(rate.rate) : null}
          onChange={({ currentTarget: { value } }) =>
            onChange({ rate: value.replace(',', '.').trim(), ...renamed(rate, value) })
          }
        />
      ) : (
        <span>{rate.rate} %</span>
      )}
    </li>
  )
}

/** A name that says its rate follows the rate. */
const renamed = ({ label, rate }: TaxRate, typed: string): Partial<TaxRate> =>
  label.endsWith(` ${rate} %`) ? { label: `${label.slice(0, -` ${rate} %`.length)} ${typed.trim()} %` } : {}
