import { Anchor, Checkbox, Group, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldInput } from '@/kit/fields/field'
import { shortDecimalText } from '@/shared/domain/money/money'
import type { PlanLine } from '../api/plan.query'
import { withUnit } from '../hand-over/ticks'
import classes from './plan.module.css'
import {
  agreedKey,
  allOf,
  isAgreed,
  isPartReady,
  isTaken,
  planProblem,
  readTyped,
  readyOf,
  suggested,
  toCome,
  typedOf,
  unmadeWords,
  workWords,
} from './quantities'

type Brought = { lines: readonly PlanLine[]; isNew: boolean; isAgain: boolean }

/** The lines of an order in a table: how much of each was brought, comes now, and is still to come. */
export function QuantitiesInput({ of, ...input }: FieldInput & { of: Brought }) {
  const { lines, isNew, isAgain } = of
  const { id, value, onChange, disabled, error } = input
  const typed = readTyped(value)
  const put = (quantities: Record<string, string>) => {
    const kept = Object.entries({ ...typed, ...quantities }).filter(([item, quantity]) => {
      const line = lines.find(({ order_item_id }) => order_item_id === item)
      return item === agreedKey || (line !== undefined && quantity !== suggested(line, isNew))
    })
    onChange(JSON.stringify(Object.fromEntries(kept)))
  }
  const open = lines.filter((line) => !isTaken(line))
  const unmade = unmadeWords(lines, value, isNew, isAgain)
  const firstWrong = lines.find((line) => planProblem(line, typedOf(line, value, isNew)) !== null)
  return (
    <div role="group" aria-label="What it brings" aria-describedby={error ? `${id}-error` : undefined}>
      {open.length > 1 ? <FillAll open={open} put={put} /> : null}
      <div className={classes.lines} role="table" aria-label="Lines">
        <div className={classes.heads} role="row">
          {['Line', 'Ordered', 'Before', 'Now', 'Still to come'].map((head) => (
            <span key={head} role="columnheader">
              {head}
            </span>
          ))}
        </div>
        {lines.map((line) => (
          <LineRow
            key={line.order_item_id}
            line={line}
            now={typedOf(line, value, isNew)}
            field={{ disabled, ...(line === (firstWrong ?? open[0]) ? { id } : {}) }}
            onType={(qty) => put({ [line.order_item_id]: qty })}
          />
        ))}
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
}

type FillAllProps = { open: readonly PlanLine[]; put: (quantities: Record<string, string>) => void }

/** Fills every line at once: all that is left, what is ready, or nothing. */
function FillAll({ open, put }: FillAllProps) {
  const fill = (quantityOf: (line: PlanLine) => string) => () =>
    put(Object.fromEntries(open.map((line) => [line.order_item_id, shortDecimalText(quantityOf(line))])))
  return (
    <Group gap="md" mb={4}>
      <Anchor component="button" type="button" size="sm" onClick={fill(allOf)}>
        All that is left
      </Anchor>
      {open.some(isPartReady) ? (
        <Anchor component="button" type="button" size="sm" onClick={fill(readyOf)}>
          What is ready
        </Anchor>
      ) : null}
      <Anchor component="button" type="button" size="sm" onClick={fill((line) => line.handed_over)}>
        Nothing
      </Anchor>
    </Group>
  )
}

type LineRowProps = {
  line: PlanLine
  now: string
  field: { id?: string; disabled: FieldInput['disabled'] }
  onType: (qty: string) => void
}

function LineRow({ line, now, field, onType }: LineRowProps) {
  const counted = (qty: string) => withUnit(qty, line.unit)
  return (
    <div className={classes.line} role="row" data-taken={isTaken(line) || undefined}>
      <WhatItIs line={line} now={now} />
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
            {...field}
            aria-label={`How many of ${line.description}`}
            inputMode="decimal"
            autoComplete="off"
            value={now}
            error={planProblem(line, now)}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => onType(event.currentTarget.value)}
          />
        )}
      </span>
      <Cell label="Still to come">{counted(toCome(line, now))}</Cell>
    </div>
  )
}

/** The description of a line, and what is not ready or not made of it. */
const WhatItIs = ({ line, now }: { line: PlanLine; now: string }) => (
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
)

const Cell = ({ label, children }: { label: string; children: ReactNode }) => (
  <span role="cell" className={classes.number} data-label={label}>
    {children}
  </span>
)
