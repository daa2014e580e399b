import { Alert, Button, CopyButton, Group, Text } from '@mantine/core'
import { Problem } from '@/shared/ui/page/problem'
import { TheirsOrMine } from '@/shared/ui/page/theirs-or-mine'
import type { LineChange, Patch, QuotationItem } from './line'
import type { Lines } from './use-lines'

type UnsavedChangesProps = { of: Lines; nameOf: (id: string | null) => string }

/** Cells that two people wrote, and changes that the database did not take: nothing is lost or written over silently. */
export function UnsavedChanges({ of, nameOf }: UnsavedChangesProps) {
  const lineOf = (id: string) => of.lines.find((line) => line.id === id)
  const reasons = [...new Set(of.refused.map(({ reason }) => reason))]
  return (
    <>
      {of.conflicts.map((conflict) => (
        <TheirsOrMine
          key={conflict.key}
          title={`${nameOf(conflict.by)} changed ${named(conflict.mine, lineOf(conflict.id))} meanwhile`}
          onTheirs={() => of.takeTheirs(conflict)}
          onMine={() => of.keepMine(conflict)}
        >
          <span style={{ overflowWrap: 'anywhere' }}>
            {`It is “${valueOf(conflict.theirs)}” now. You wrote “${valueOf(conflict.mine)}”.`}
          </span>
        </TheirsOrMine>
      ))}
      {of.overwritten.all.length > 0 ? (
        <Alert
          color="yellow"
          role="alert"
          title="Another person changed your cells"
          withCloseButton
          onClose={of.overwritten.seen}
        >
          {of.overwritten.all.map(({ id, column, wrote, now, by }) => (
            <Text key={`${id} ${column}`} size="sm">
              {`${nameOf(by)} changed ${named({ [column]: now }, lineOf(id))}: you wrote “${shown(wrote)}”, it is “${shown(now)}” now.`}
            </Text>
          ))}
        </Alert>
      ) : null}
      {reasons.map((reason) => (
        <Problem key={reason} onRetry={of.retry}>
          {reason} {`Not saved: ${of.refused.filter((each) => each.reason === reason).length}.`}
          <Group gap="xs">
            <CopyButton value={of.refused.map(({ change }) => changeText(change)).join('\n')}>
              {({ copied, copy }) => (
                <Button variant="subtle" size="compact-sm" onClick={copy}>
                  {copied ? 'Copied' : 'Copy what I typed'}
                </Button>
              )}
            </CopyButton>
            <Button variant="subtle" size="compact-sm" onClick={of.forget}>
              Throw my changes away
            </Button>
          </Group>
        </Problem>
      ))}
    </>
  )
}

const labels: Readonly<Record<string, string>> = {
  kind: 'the kind',
  description: 'the description',
  details: 'the further words',
  width_mm: 'the width',
  height_mm: 'the height',
  qty: 'the quantity',
  own_charged_qty: 'the charged quantity',
  unit: 'the unit',
  unit_price: 'the price',
  price_breaks: 'the prices by quantity',
  discount_pct: 'the discount',
  vat_rate: 'the tax',
  option_group: 'the option',
  is_optional: 'the option',
  picture_path: 'the picture',
  makes_job: 'the job',
}

/** `the price of “Tray panel”`: the first column with a known name. */
function named(patch: Patch, line: QuotationItem | undefined): string {
  const column = Object.keys(patch).find((name) => labels[name] !== undefined)
  const words = line?.description.trim()
  return `${labels[column ?? ''] ?? 'a cell'} of ${words ? `“${words.slice(0, 60)}”` : 'a line without words'}`
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/(\.\d\d\d*?)0+$/, '$1') : value === true ? 'yes' : 'nothing'

function valueOf(patch: Patch): string {
  const [, value] = Object.entries(patch).find(([name]) => labels[name] !== undefined) ?? []
  return shown(value)
}

const changeText = (change: LineChange): string =>
  change.kind === 'set'
    ? Object.values(change.to)
        .filter((value) => typeof value === 'string')
        .join('\t')
    : change.kind === 'add'
      ? change.lines.map((line) => [line.description, line.qty, line.unit, line.unit_price].join('\t')).join('\n')
      : change.kind === 'cost'
        ? (change.to ?? '')
        : ''
