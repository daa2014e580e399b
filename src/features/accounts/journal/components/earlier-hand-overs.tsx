import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { dayRangeText } from '@/kit/list/day-range'
import { formatMoney } from '@/shared/domain/money/money'
import { calendarDayText } from '@/shared/domain/text/formats'
import { linkTo } from '@/shared/lib/address'
import { CompanyMoment } from '@/shared/ui/parts/company-moment'
import { useAct } from '../../shared/use-act'
import type { EarlierHandOver } from '../api/hand-over.query'
import { saveBalances } from '../save-open-items'
import { changesText, entriesText, formatLabel } from '../hand-over-words'
import { Changes } from './entry-changes'
import classes from './hand-over.module.css'
import { useFileOf } from './use-file-of'

/** The hand-overs before, the newest first: each can be saved again, and says what changed since. */
export function EarlierHandOvers({ of, mayGive }: { of: readonly EarlierHandOver[]; mayGive: boolean }) {
  return (
    <section aria-labelledby="handed-over">
      <Title order={2} size="h4" id="handed-over" mb="xs">
        Handed over
      </Title>
      {of.length === 0 ? (
        <Text c="dimmed">Nothing was handed over yet.</Text>
      ) : (
        <ul className={classes.history}>
          {of.map((one) => (
            <Earlier key={one.id} of={one} mayGive={mayGive} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Earlier({ of, mayGive }: { of: EarlierHandOver; mayGive: boolean }) {
  const { act, isBusy } = useAct()
  const file = useFileOf()
  return (
    <li>
      <Group justify="space-between" align="flex-start">
        <Stack gap={0} className={classes.about ?? ''}>
          <Text fw={600}>{`${formatLabel(of.format)} · ${dayRangeText({ from: of.from_day, to: of.to_day })}`}</Text>
          <Text size="sm" c="dimmed">
            {[
              of.entries > 0 ? entriesText(of.entries) : null,
              of.taken_back > 0 ? `${entriesText(of.taken_back)} taken back` : null,
              formatMoney(of.debit),
              of.is_whole ? 'everything of these days' : null,
              of.is_closed ? 'closed' : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <Text size="sm" c="dimmed">
            {`No. ${of.place} · ${of.made_by ?? 'A colleague who left'}, `}
            <CompanyMoment at={of.made_at} />
          </Text>
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.accounts ?? ''}
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={isBusy}
            onClick={act(() => saveBalances(of.to_day, of.format === 'xlsx'))}
          >
            {`Clients and suppliers as at ${calendarDayText(of.to_day)}`}
          </Button>
        </Stack>
        <Button
          variant="default"
          size="compact-md"
          className={classes.file ?? ''}
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isBusy}
          aria-label={`Save file no. ${of.place} again`}
          onClick={act(() => file.save(of.id))}
        >
          File
        </Button>
      </Group>
      {file.progress}
      <Since of={of} mayGive={mayGive} />
    </li>
  )
}

/** What came later, changed or is gone since, with the entries on demand. */
function Since({ of, mayGive }: { of: EarlierHandOver; mayGive: boolean }) {
  const [isShown, show] = useState(false)
  const since = changesText({ later: of.came_later, changed: of.changed, gone: of.gone })
  if (since === '') return null
  return (
    <Stack gap="xs" mt="xs">
      <Group gap="xs" wrap="nowrap">
        <IconAlertTriangle size={18} aria-hidden color="var(--mantine-color-orange-text)" />
        <Text size="sm">{`Since the hand-over of ${calendarDayText(of.made_at.slice(0, 10))}: ${since}.`}</Text>
      </Group>
      <Group gap="xs">
        <Button variant="subtle" size="compact-sm" aria-expanded={isShown} onClick={() => show(!isShown)}>
          {isShown ? 'Hide them' : 'Show them'}
        </Button>
        {mayGive ? (
          <Button
            component={Link}
            variant="subtle"
            size="compact-sm"
            to={`${linkTo('/hand-over')}?format=${of.format}&days=${of.from_day}..${of.to_day}`}
          >
            Choose these days
          </Button>
        ) : null}
      </Group>
      {isShown ? <Changes format={of.format} days={{ from: of.from_day, to: of.to_day }} /> : null}
    </Stack>
  )
}
