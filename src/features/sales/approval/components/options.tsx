import { Checkbox, Radio, Stack } from '@mantine/core'
import type { DocumentLine } from '@/documents/lines'
import { formatMoney } from '@/shared/domain/money'
import { addedBy, choosing, difference, optionSets } from '../chosen'
import classes from './client-quotation.module.css'

type OptionsProps = {
  lines: DocumentLine[]
  currency: string
  /** Whether the client may still choose. */
  isOpen: boolean
  onChoose: (selected: string[]) => void
}

/** The options of a quotation, each with what it adds to the total with VAT. */
export function Options({ lines, currency, isOpen, onChoose }: OptionsProps) {
  const sets = optionSets(lines)
  if (sets.length === 0) return null
  const signed = (amount: string) =>
    amount.startsWith('-') ? `− ${formatMoney(amount.slice(1), currency)}` : `+ ${formatMoney(amount, currency)}`
  return (
    <section className={classes.options} aria-label="Options">
      <h2 className={classes.heading}>Options</h2>
      <Stack gap="sm">
        {sets.map(({ group, lines: options }) =>
          group === null ? (
            options.map((line) => (
              <Checkbox
                key={line.id}
                className={classes.option ?? ''}
                checked={line.is_selected === true}
                disabled={!isOpen}
                label={line.description}
                description={
                  line.is_selected ? `${signed(addedBy(lines, line.id))}, included` : signed(difference(lines, line.id))
                }
                onChange={(event) => onChoose(choosing(lines, line.id, event.currentTarget.checked))}
              />
            ))
          ) : (
            <Radio.Group
              key={group}
              label={group}
              description="Choose one"
              value={options.find((line) => line.is_selected)?.id ?? ''}
              onChange={(id) => onChoose(choosing(lines, id, true))}
            >
              <Stack gap="xs" mt="xs">
                {options.map((line) => (
                  <Radio
                    key={line.id}
                    className={classes.option ?? ''}
                    value={line.id}
                    disabled={!isOpen}
                    label={line.description}
                    description={line.is_selected ? 'Chosen' : signed(difference(lines, line.id))}
                  />
                ))}
              </Stack>
            </Radio.Group>
          ),
        )}
      </Stack>
    </section>
  )
}
