import { Checkbox, Radio, Stack } from '@mantine/core'
import type { DocumentLine } from '@/documents/lines'
import type { Writing } from '@/documents/paper/writing'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { addedBy, choosing, difference, optionSets } from '../chosen'
import classes from './client-quotation.module.css'
import { pricedText, sizedText } from './priced-text'

type OptionsProps = {
  lines: DocumentLine[]
  currency: string
  /** The words and units of the paper in the reader's language. */
  writing: Writing
  /** True while the client may still choose. */
  isOpen: boolean
  /** Nothing is chosen any more: what was chosen is one of the lines, and only what was left out is listed here. */
  isOver: boolean
  onChoose: (selected: string[]) => void
}

/** Brings the choice of this name into view and puts the focus on it. It is drawn twice: on a phone and beside the paper. */
export function leadToOption(group: string) {
  const places = document.querySelectorAll<HTMLElement>('[data-option-group]')
  const place = [...places].find((each) => each.dataset.optionGroup === group && each.getClientRects().length > 0)
  place?.scrollIntoView({ block: 'center' })
  place?.querySelector('input')?.focus()
}

/** The size, quantity and price of an option, as in the lines, and what it adds: `3 × 1,200 × 2,100 mm · 7.56 m² × €58.00, less 10 % · …`. */
const told = (line: DocumentLine, added: string, price: string, writing: Writing): string =>
  [sizedText(line, writing), price, added].filter(Boolean).join(' · ')

/** The sets without what was chosen, and without those of which nothing is left then. */
const leftOut = (sets: ReturnType<typeof optionSets>): ReturnType<typeof optionSets> =>
  sets
    .map((set) => ({ ...set, lines: set.lines.filter((line) => line.is_selected !== true) }))
    .filter((set) => set.lines.length > 0)

/** The options of a quotation, each with its difference in the total. */
export function Options({ lines, currency, writing, isOpen, isOver, onChoose }: OptionsProps) {
  const { say } = usePageWords()
  const sets = isOver ? leftOut(optionSets(lines)) : optionSets(lines)
  if (sets.length === 0) return null
  const signed = (amount: string) =>
    amount.startsWith('-') ? `− ${formatMoney(amount.slice(1), currency)}` : `+ ${formatMoney(amount, currency)}`
  const isTaxed = lines.some(({ vat_rate }) => isAboveZero(vat_rate ?? '0'))
  const adding = (id: string) => {
    const added = signed(difference(lines, id))
    return isTaxed ? say('option_adds', { difference: added }) : added
  }
  const words = (line: DocumentLine, added: string) =>
    told(line, added, pricedText(line, currency, writing, say), writing)
  return (
    <section className={classes.options} aria-label={say('options')}>
      <h2 className={classes.heading}>{say('options')}</h2>
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
                description={words(
                  line,
                  line.is_selected
                    ? say(isTaxed ? 'option_included' : 'option_included_untaxed', {
                        difference: signed(addedBy(lines, line.id)),
                      })
                    : adding(line.id),
                )}
                onChange={(event) => onChoose(choosing(lines, line.id, event.currentTarget.checked))}
              />
            ))
          ) : (
            <Radio.Group
              key={group}
              data-option-group={group}
              label={group}
              description={isOver ? undefined : say('choose_one')}
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
                    description={words(line, line.is_selected ? say('chosen') : adding(line.id))}
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
