import { Chip, Fieldset, Group, Stack } from '@mantine/core'
import { isZero } from '@/shared/domain/money/is-zero'
import { formatMoney, shortDecimalText } from '@/shared/domain/money/money'
import classes from './option-choice.module.css'

type Option = {
  id: string
  option_group: string | null
  name: string
  effect: 'amount' | 'percent'
  value: string
}
type OptionChoiceProps = {
  options: readonly Option[]
  chosen: readonly string[]
  onChoose: (id: string) => void
  /** The name of the options without a group, in the reader's language. */
  extras?: string
}

/** The options of a product by group, with their effect on the price. One option of each group is chosen. */
export function OptionChoice({ options, chosen, onChoose, extras = 'Extras' }: OptionChoiceProps) {
  const groups = [...new Set(options.map(({ option_group }) => option_group))].sort((a, b) =>
    a === null ? 1 : b === null ? -1 : 0,
  )
  return (
    <Stack gap="sm">
      {groups.map((group) => (
        <Fieldset key={group ?? ''} legend={group ?? extras} variant="unstyled">
          <Group gap="xs">
            {options
              .filter(({ option_group }) => option_group === group)
              .map((option) => (
                <Chip
                  key={option.id}
                  type={group === null ? 'checkbox' : 'radio'}
                  {...(group === null ? {} : { name: `option ${group}` })}
                  variant="outline"
                  classNames={{ label: classes.option ?? '' }}
                  checked={chosen.includes(option.id)}
                  onChange={() => onChoose(option.id)}
                >
                  {[option.name, effectText(option)].filter(Boolean).join(' ')}
                </Chip>
              ))}
          </Group>
        </Fieldset>
      ))}
    </Stack>
  )
}

/** `+ €24.00`, `− €45.00`, `+ 28 %`; nothing where the price stays. */
function effectText({ effect, value }: Option): string {
  if (isZero(value)) return ''
  const amount = value.replace('-', '')
  return `${value.startsWith('-') ? '−' : '+'} ${effect === 'amount' ? formatMoney(amount) : `${shortDecimalText(amount)} %`}`
}
