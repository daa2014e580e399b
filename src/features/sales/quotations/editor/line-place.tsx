import { Button, CopyButton, Text } from '@mantine/core'
import type { QuotationItem } from './line'
import { lineNote, MinimumNote, Note, RecipeNote } from './line-note'
import classes from './lines.module.css'
import type { Lines } from './use-lines'
import type { RefusedCells } from './use-refused-cells'

type LinePlaceProps = {
  line: QuotationItem | undefined
  of: Lines
  facts: Parameters<typeof lineNote>[2]
  rate: string
  refused: RefusedCells
}

/** The place above the sheet: what was refused, else what is to be known of the marked line, else the keys. */
export const LinePlace = ({ refused, ...note }: LinePlaceProps) => (
  <div className={classes.place}>
    {refused.all.length > 0 ? (
      <Note role="alert" text={refused.all.map(({ problem }) => problem).join(' ')}>
        {refused.all[0]?.isLong ? (
          <CopyButton value={refused.all[0].typed}>
            {({ copied, copy }) => (
              <Button variant="subtle" size="compact-xs" onClick={copy}>
                {copied ? 'Copied' : 'Copy what I typed'}
              </Button>
            )}
          </CopyButton>
        ) : null}
      </Note>
    ) : (
      <OfLine {...note} />
    )}
  </div>
)

function OfLine({ line, of, facts, rate }: Omit<LinePlaceProps, 'refused'>) {
  const { currency, quotationId } = facts
  const keys = of.lines.length > 0 ? <Keys /> : null
  const hint = line?.service_id && keys ? <RecipeNote line={line} quotationId={quotationId} otherwise={keys} /> : keys
  const own = lineNote(line, of, facts) ?? hint
  return line?.service_id ? <MinimumNote line={line} of={of} currency={currency} rate={rate} otherwise={own} /> : own
}

const Keys = () => (
  <Text c="dimmed" size="xs" className={classes.keys ?? ''}>
    <kbd>Tab</kbd> goes to the next cell, <kbd>Enter</kbd> down, <kbd>Shift</kbd> <kbd>Enter</kbd> adds a line below,{' '}
    <kbd>Esc</kbd> <kbd>Tab</kbd> leaves the sheet. <kbd>?</kbd> outside of it lists all keys.
  </Text>
)
