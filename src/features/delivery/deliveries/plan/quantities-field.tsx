import { Anchor, Checkbox, Group, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Field, FieldInput } from '@/kit/fields/field'
import { shortDecimalText } from '@/shared/domain/money/money'
import type { PlanLine } from '../api/plan.query'
import {
  agreedKey,
  allOf,
  isPartReady,
  isTaken,
  planItems,
  planProblem,
  readTyped,
  readyOf,
  suggested,
  toCome,
  typedOf,
  unmadeWords,
  workWords,
} from './quantities'
import { withUnit } from '../hand-over/ticks'
import classes from './plan.module.css'

/**
 * The lines of an order with the quantities of this delivery. Unchanged suggestions are not kept in the draft, so they
 * follow other people's plans. `isAgain`: the delivery failed and is planned again.
 */
export const quantitiesField = (
  lines: readonly PlanLine[],
  isNew: boolean,
  isAgain = false,
): Field<{ order_item_id: string; qty: string }[]> => ({
  label: 'What it brings',
  required: lines.length > 0,
  missing: 'Please say what this delivery brings',
  wide: true,
  draftOf: () => '{}',
  isEmpty: (draft) =>
    planItems(lines, draft, isNew).length === 0 &&
    lines.every((line) => planProblem(line, typedOf(line, draft, isNew)) === null),
  problem: (draft) =>
    lines.some((line) => planProblem(line, typedOf(line, draft, isNew)) !== null)
      ? 'Please look at the quantities'
      : isAgreed(lines, draft, isNew, isAgain)
        ? null
        : 'Some of it is not made yet: tick that you plan it all the same',
  valueOf: (draft) => planItems(lines, draft, isNew),
  words: (draft) => `${planItems(lines, draft, isNew).length} lines`,
  Input: function QuantitiesInput({ id, value, onChange, disabled, error }: FieldInput) {
    const typed = readTyped(value)
    const put = (quantities: Record<string, string>) => {
      const kept = Object.entries({ ...typed, ...quantities }).filter(([item, quantity]) => {
        const line = lines.find(({ order_item_id }) => order_item_id === item)
        return item === agreedKey || (line !== undefined && quantity !== suggested(line, isNew))
      })
      onChange(JSON.stringify(Object.fromEntries(kept)))
    }
    const fill = (quantityOf: (line: PlanLine) => string) =>
      put(
        Object.fromEntries(
          lines.filter((line) => !isTaken(line)).map((line) => [line.order_item_id, quantityOf(line)]),
        ),
      )
    const open = lines.filter((line) => !isTaken(line))
    const unmade = unmadeWords(lines, value, isNew, isAgain)
    const firstWrong = lines.find((line) => planProblem(line, typedOf(line, value, isNew)) !== null)
    return (
      <div role="group" aria-label="What it brings" aria-describedby={error ? `${id}-error` : undefined}>
        {open.length > 1 ? (
          <Group gap="md" mb={4}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => fill((line) => shortDecimalText(allOf(line)))}
            >
              All that is left
            </Anchor>
            {open.some(isPartReady) ? (
              <Anchor
                component="button"
                type="button"
                size="sm"
                onClick={() => fill((line) => shortDecimalText(readyOf(line)))}
              >
                What is ready
              </Anchor>
            ) : null}
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => fill((line) => shortDecimalText(line.handed_over))}
            >
              Nothing
            </Anchor>
          </Group>
        ) : null}
        <div className={classes.lines} role="table" aria-label="Lines">
          <div className={classes.heads} role="row">
            {['Line', 'Ordered', 'Before', 'Now', 'Still to come'].map((head) => (
              <span key={head} role="columnheader">
                {head}
              </span>
            ))}
          </div>
          {lines.map((line) => {
            const now = typedOf(line, value, isNew)
            const counted = (qty: string) => withUnit(qty, line.unit)
            return (
              <div key={line.order_item_id} className={classes.line} role="row" data-taken={isTaken(line) || undefined}>
                <span role="cell" className={classes.what}>
                  {line.description}
                  {line.details ? (
                    <Text component="span" display="block" size="xs" c="dimmed" lineClamp={1}>
                      {line.details}
                    </Text>
                  ) : null}
                  {isPartReady(line) ? (
                    <Text component="span" display="block" size="xs" className={classes.notMade ?? ''}>
                      {shortDecimalText(line.ready ?? '0')} of {shortDecimalText(line.ordered)} ready
                    </Text>
                  ) : null}
                  {workWords(line, now) ? (
                    <Text component="span" display="block" size="xs" c="dimmed">
                      {workWords(line, now)}
                    </Text>
                  ) : null}
                  {line.not_made && !isTaken(line) ? (
                    <Text component="span" display="block" size="xs" className={classes.notMade ?? ''}>
                      Not made yet: {line.not_made}
                    </Text>
                  ) : null}
                </span>
                <Cell label="Ordered">{counted(line.ordered)}</Cell>
                <Cell label="Before">
                  {counted(line.before)}
                  {line.on_the_way === '0' ? null : (
                    <Text component="span" size="xs" c="dimmed" className={classes.planned ?? ''}>
                      {counted(line.on_the_way)} planned
                    </Text>
                  )}
                </Cell>
                <span role="cell" className={classes.now}>
                  {isTaken(line) ? (
                    <Text component="span" size="xs" c="dimmed">
                      None left
                    </Text>
                  ) : (
                    <TextInput
                      {...(line === (firstWrong ?? open[0]) ? { id } : {})}
                      aria-label={`How many of ${line.description}`}
                      inputMode="decimal"
                      autoComplete="off"
                      disabled={disabled}
                      value={now}
                      error={planProblem(line, now)}
                      onFocus={(event) => event.currentTarget.select()}
                      onChange={(event) => put({ [line.order_item_id]: event.currentTarget.value })}
                    />
                  )}
                </span>
                <Cell label="Still to come">{counted(toCome(line, now))}</Cell>
              </div>
            )
          })}
        </div>
        {unmade === null ? null : (
          <Checkbox
            mt="xs"
            classNames={{ label: classes.notMade ?? '' }}
            label={`Not made yet: ${unmade}. Plan it all the same?`}
            disabled={disabled}
            checked={isAgreed(lines, value, isNew, isAgain)}
            onChange={(event) => put({ [agreedKey]: event.currentTarget.checked ? unmade : '' })}
          />
        )}
        {error ? (
          <Text id={`${id}-error`} size="sm" c="red" role="alert">
            {error}
          </Text>
        ) : null}
      </div>
    )
  },
})

/** True when all that the delivery brings is made, or the person said yes to just what is not. */
function isAgreed(lines: readonly PlanLine[], draft: string, isNew: boolean, isAgain: boolean): boolean {
  const unmade = unmadeWords(lines, draft, isNew, isAgain)
  return unmade === null || readTyped(draft)[agreedKey] === unmade
}

const Cell = ({ label, children }: { label: string; children: ReactNode }) => (
  <span role="cell" className={classes.number} data-label={label}>
    {children}
  </span>
)
