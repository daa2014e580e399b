import { Anchor, Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { formatNamed, handOverFormats } from '@/documents/journal-files/formats'
import { confirmChange } from '@/kit/confirm'
import { dayRangeFilter, dayRangeText } from '@/kit/list/day-range'
import { useLive } from '@/kit/live/use-live'
import { can } from '@/shared/domain/people/permission'
import { calendarDayText } from '@/shared/domain/text/formats'
import { monthBefore } from '@/shared/domain/time/days'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useRights } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'
import { newId } from '@/shared/lib/new-id'
import { usePutSearch } from '@/shared/lib/use-put-search'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { AccountsBar } from '../../shared/accounts-bar'
import { today } from '../../shared/today'
import { useAct } from '../../shared/use-act'
import { makeHandOver, saveHandOverSettings } from '../api/hand-over.mutation'
import {
  handOverKey,
  type HandOverState,
  handOverSettingsQuery,
  handOversQuery,
  handOverStateQuery,
  missingQuery,
} from '../api/hand-over.query'
import type { Days } from '../../shared/days'
import { daysProblem, entriesText, formatLabel, stateText } from '../hand-over-words'
import { journalLive } from '../journal-words'
import { Changes } from './entry-changes'
import { EarlierHandOvers } from './earlier-hand-overs'
import accounts from '../../shared/accounts.module.css'
import { Missing } from './hand-over-missing'
import { useFileOf } from './use-file-of'

const chosenDays = dayRangeFilter('Days')
const live = [
  ...journalLive,
  { page: 'payments', tables: ['hand_overs', 'hand_over_settings', 'personal_accounts', 'book_closings'] },
] as const

/** The format and the days in the address; without them the format that the company takes, and the month that is over. */
function useChoice(kept: string | undefined) {
  const [search] = useSearchParams()
  const range = chosenDays.read(search.get('days'))
  const month = monthBefore(today())
  const from = range.from ?? (range.to === null ? month.from : `${range.to.slice(0, 4)}-01-01`)
  const days: Days = { from, to: range.to ?? (range.from === null ? month.to : today()) }
  const put = usePutSearch({ preventScrollReset: true })
  return {
    format: formatNamed(search.get('format') ?? kept ?? '')?.name ?? 'xlsx',
    days,
    chooseFormat: (name: string) => put('format', name),
    chooseDays: (value: Parameters<typeof chosenDays.write>[0]) => put('days', chosenDays.write(value)),
  }
}

/** /hand-over: what of the journal the accountant gets, what the format asks for, and what was given before. */
export function HandOverScreen() {
  const mayGive = can(useRights(), 'payments', 'edit')
  const earlier = useQuery(handOversQuery)
  const settings = useQuery(handOverSettingsQuery)
  useLive(handOverKey, live)
  const choice = useChoice(settings.data?.format ?? earlier.data?.[0]?.format)
  return (
    <PageFrame
      above={<AccountsBar />}
      title="Hand Over"
      lead="The journal in the format of your accountant. What was given is kept: the next file holds what is new since."
      width="full"
      actions={
        <Button component={Link} variant="default" to={`${linkTo('/open-items')}?on=${choice.days.to}`}>
          Open items
        </Button>
      }
    >
      {earlier.isPending || settings.isPending ? (
        <LineSkeletons count={4} height={56} />
      ) : earlier.isError || settings.isError ? (
        <Problem
          onRetry={() => {
            void earlier.refetch()
            void settings.refetch()
          }}
        >
          {saveProblem(earlier.error ?? settings.error)}
        </Problem>
      ) : (
        <Stack gap="xl" maw="48rem">
          {mayGive ? <Give choice={choice} firstMonth={settings.data.first_month} /> : null}
          <EarlierHandOvers of={earlier.data} mayGive={mayGive} />
        </Stack>
      )}
    </PageFrame>
  )
}

type GiveProps = { choice: ReturnType<typeof useChoice>; firstMonth: number }

function Give({ choice: { format, days, chooseFormat, chooseDays }, firstMonth }: GiveProps) {
  const problem = daysProblem(format, days, firstMonth)
  const { act } = useAct()
  // Kept by the company: the accountant takes one format, whoever opens the page.
  const choose = (name: string) => {
    chooseFormat(name)
    act(() => saveHandOverSettings({ format: name }))()
  }
  return (
    <section aria-labelledby="give">
      <Title order={2} size="h4" id="give" mb="sm">
        Hand over entries
      </Title>
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <NativeSelect
            label="Format"
            data={handOverFormats.map(({ name, label }) => ({ value: name, label }))}
            value={format}
            onChange={(event) => choose(event.currentTarget.value)}
          />
          <chosenDays.Control label="Days" value={days} onChange={chooseDays} />
        </Group>
        {problem !== null ? (
          <Text c="error" role="alert">
            {problem}
          </Text>
        ) : (
          <Asked key={`${format} ${days.from} ${days.to}`} format={format} days={days} />
        )}
      </Stack>
    </section>
  )
}

function Asked({ format, days }: { format: string; days: Days }) {
  const state = useQuery(handOverStateQuery(format, days))
  const missing = useQuery(missingQuery(format, days))
  if (state.isPending || missing.isPending) return <LineSkeletons count={2} height={56} />
  if (state.isError || missing.isError)
    return (
      <Problem
        onRetry={() => {
          void state.refetch()
          void missing.refetch()
        }}
      >
        {saveProblem(state.error ?? missing.error)}
      </Problem>
    )
  return (
    <>
      <Missing format={format} of={missing.data} />
      <Next format={format} days={days} state={state.data} isReady={missing.data.length === 0} />
    </>
  )
}

type NextProps = { format: string; days: Days; state: HandOverState }

function Next({ format, days, state, isReady }: NextProps & { isReady: boolean }) {
  const [isShown, show] = useState(false)
  const next = state.new + state.changed + state.gone
  return (
    <Stack gap="sm">
      <State days={days} state={state} />
      <Group gap="sm">
        <GiveButtons format={format} days={days} state={state} isReady={isReady} />
        {next > 0 && state.given > 0 ? (
          <Button variant="subtle" aria-expanded={isShown} onClick={() => show(!isShown)}>
            {isShown ? 'Hide them' : 'Show them'}
          </Button>
        ) : null}
      </Group>
      {isShown && next > 0 ? <Changes format={format} days={days} /> : null}
    </Stack>
  )
}

function GiveButtons({ format, days, state, isReady }: NextProps & { isReady: boolean }) {
  const { act, isBusy } = useAct()
  const file = useFileOf()
  const next = state.new + state.changed + state.gone
  const isWhole = formatNamed(format)?.isWhole === true
  const give = (whole: boolean) =>
    act(async () => {
      const id = newId()
      await makeHandOver({ id, format, days, whole })
      await file.save(id)
    })
  const askForAll = () =>
    confirmChange({
      title: `Hand over all ${entriesText(state.entries)} once more?`,
      text: `${entriesText(state.given)} of these days were given as ${formatLabel(format)} before. Your accountant removes them first, or has them twice.`,
      confirm: 'Hand over everything',
      onConfirm: give(true),
    })
  return (
    <>
      <Button disabled={next === 0 || !isReady} loading={isBusy} onClick={give(isWhole)}>
        {next === 0 ? 'Hand over' : `Hand over ${isWhole ? 'all ' : ''}${entriesText(isWhole ? state.entries : next)}`}
      </Button>
      {state.given > 0 ? (
        <Button variant="default" disabled={!isReady || state.entries === 0} loading={isBusy} onClick={askForAll}>
          Everything once more
        </Button>
      ) : null}
      {file.progress}
    </>
  )
}

/** What of these days is given and what is new, whether they are closed, and which other formats held them. */
function State({ days, state }: Omit<NextProps, 'format'>) {
  return (
    <>
      <div className={accounts.state} role="status">
        <span className={accounts.stateWords}>{stateText(state)}</span>
        <Text component="span" c="dimmed">
          {`${dayRangeText(days)}, ${state.is_closed ? 'closed' : 'not closed yet'}`}
        </Text>
      </div>
      {state.is_closed || state.entries === 0 ? null : (
        <Text size="sm" c="dimmed">
          {'Entries of open days can still change: the next hand-over takes back what did. '}
          <Anchor component={Link} to={linkTo('/closing')} inherit>
            Close these days first
          </Anchor>
        </Text>
      )}
      {state.given > 0 && state.changed + state.gone > 0 ? (
        <Text size="sm" c="dimmed">
          A changed entry is taken back as it was given, and given as it is now.
        </Text>
      ) : null}
      {state.others.map(({ format, at }) => (
        <Text key={format} size="sm" c="dimmed">
          {`Days of this time were also handed over as ${formatLabel(format)}, last on ${calendarDayText(at.slice(0, 10))}.`}
        </Text>
      ))}
    </>
  )
}
