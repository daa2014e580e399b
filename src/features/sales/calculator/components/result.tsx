import { withTax } from '@/shared/domain/text/formats'
import { Alert, Button, SegmentedControl, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { formatMoney, formatPrice, shortDecimalText, withMinus } from '@/shared/domain/money/money'
import page from '@/shared/ui/page/record-page.module.css'
import { type Answer, answerOf } from '../answer'
import type { PersonalPriceList } from '../api/prices.query'
import type { Draft, ReadDraft } from '../draft'
import { lineName, explainLine } from '../explain-price'
import classes from './calculator.module.css'
import { LayoutDrawing } from './layout-drawing'
import { OffcutHint } from './offcut-hint'

type ResultProps = {
  draft: Draft
  read: ReadDraft
  answer: Answer
  list: PersonalPriceList
  change: (next: Partial<Draft>) => void
  disabled: boolean
}

/** The result line by line, each with its reason, and the layouts as drawings. */
export function Result({ draft, read, answer, list, change, disabled }: ResultProps) {
  const { price, layouts } = answer
  const steps = new Map(read.inputs.steps.map((step) => [step.id, step]))
  const pieces = Number(read.inputs.quantity)
  const drawn = read.inputs.steps.flatMap((step) => {
    const layout = layouts[step.id]
    return layout ? [{ id: step.id, layout }] : []
  })
  return (
    <Stack gap="md">
      <section className={page.panel} aria-label="Price">
        {price === null ? (
          <Text c="dimmed">
            {Object.keys(answer.problems).length > 0
              ? 'The price follows when every field is filled in.'
              : 'Choose a material or work to see a price.'}
          </Text>
        ) : (
          <>
            <div className={classes.total} role="status" aria-label="Price">
              {formatMoney(price.net)}
            </div>
            <Text size="sm" c="dimmed">
              {pieces === 1
                ? withTax('without {tax}')
                : withTax(
                    `${shortDecimalText(read.inputs.quantity)} pieces at ${formatPrice(price.unit_price)}, without {tax}`,
                  )}
            </Text>
            <ul className={classes.lines}>
              {price.lines.map((line, index) => {
                const step = steps.get(line.step)
                if (!step) return null
                return (
                  <li key={index} className={classes.line}>
                    <span>{lineName(line, step, list)}</span>
                    <span className={classes.amount}>{formatMoney(line.price)}</span>
                    <span className={classes.why}>
                      {explainLine(line, step, read.inputs, answer, list)}
                      {price.cost !== null
                        ? line.cost === null
                          ? ' · cost not known'
                          : ` · costs ${formatMoney(line.cost)}`
                        : ''}
                    </span>
                  </li>
                )
              })}
            </ul>
            <dl className={classes.sums}>
              <dt>List price</dt>
              <dd>{formatMoney(price.list)}</dd>
              {price.target !== null ? (
                <>
                  <dt>{draft.target.kind === 'margin' ? 'With the margin' : 'With the markup'}</dt>
                  <dd>{formatMoney(price.target)}</dd>
                </>
              ) : null}
              {price.break_name !== null ? (
                <>
                  <dt>{`${price.break_name}: ${shortDecimalText(price.discount_pct)} % less`}</dt>
                  <dd>{formatMoney(`-${price.discount}`)}</dd>
                </>
              ) : null}
              {price.minimum !== null ? (
                <>
                  <dt>Minimum charge</dt>
                  <dd>{formatMoney(price.minimum)}</dd>
                </>
              ) : null}
              {price.cost !== null ? (
                <>
                  <dt>{price.lines.some(({ cost }) => cost === null) ? 'Cost, as far as known' : 'Cost'}</dt>
                  <dd>{formatMoney(price.cost)}</dd>
                  <dt>{price.lines.some(({ cost }) => cost === null) ? 'Margin over the known cost' : 'Margin'}</dt>
                  <dd>
                    {formatMoney(price.margin ?? '0')}
                    {price.margin_pct !== null ? ` · ${withMinus(shortDecimalText(price.margin_pct))} %` : ''}
                  </dd>
                </>
              ) : null}
            </dl>
          </>
        )}
        {list.shows_costs ? (
          <Target draft={draft} problem={answer.problems.target ?? null} change={change} disabled={disabled} />
        ) : null}
      </section>
      {drawn.length > 0 ? (
        <section className={page.panel} aria-label="Layout">
          <Title order={2} size="h4" mb="xs">
            Layout
          </Title>
          <Stack gap="md">
            {drawn.map(({ id, layout }) => {
              const step = read.inputs.steps.find((one) => one.id === id)
              return (
                <Stack key={id} gap="xs">
                  {layout.kind === 'sheet' && step?.kind === 'sheet' ? (
                    <OffcutHint layout={layout} step={step} />
                  ) : null}
                  <LayoutDrawing layout={layout} />
                </Stack>
              )
            })}
          </Stack>
        </section>
      ) : null}
      {price !== null ? <OtherQuantities read={read} list={list} /> : null}
    </Stack>
  )
}

type TargetProps = Pick<ResultProps, 'draft' | 'change' | 'disabled'> & { problem: string | null }

/** List prices, or a markup or margin on the cost: for people who may see costs. */
function Target({ draft: { target }, problem, change, disabled }: TargetProps) {
  return (
    <Stack gap="xs" mt="md">
      <SegmentedControl
        size="xs"
        fullWidth
        disabled={disabled}
        aria-label="How the price is made"
        data={[
          { value: 'list', label: 'List prices' },
          { value: 'markup', label: 'Markup on cost' },
          { value: 'margin', label: 'Margin' },
        ]}
        value={target.kind}
        onChange={(kind) =>
          change({ target: { kind: kind === 'markup' || kind === 'margin' ? kind : 'list', pct: target.pct } })
        }
      />
      {target.kind === 'list' ? null : (
        <TextInput
          label={target.kind === 'margin' ? 'Margin (% of the price)' : 'Markup (% of the cost)'}
          description="Lines without a known cost keep their list price"
          inputMode="decimal"
          disabled={disabled}
          value={target.pct}
          error={target.pct.trim() === '' ? null : problem}
          onChange={(event) => change({ target: { kind: target.kind, pct: event.currentTarget.value } })}
        />
      )}
    </Stack>
  )
}

const usualQuantities = [1, 5, 10, 25, 50, 100]

/** The price of a piece for other quantities, computed on request. */
function OtherQuantities({ read, list }: Pick<ResultProps, 'read' | 'list'>) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        Prices for other quantities
      </Button>
    )
  const own = Number(read.inputs.quantity)
  const quantities = [...new Set([...usualQuantities, own])].sort((a, b) => a - b)
  return (
    <section className={page.panel} aria-label="Other quantities">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th ta="right">Pieces</Table.Th>
            <Table.Th ta="right">A piece</Table.Th>
            <Table.Th ta="right">All</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {quantities.map((quantity) => {
            const { price } = answerOf({ ...read, inputs: { ...read.inputs, quantity: String(quantity) } }, list)
            return (
              <Table.Tr key={quantity} fw={quantity === own ? 600 : undefined}>
                <Table.Td ta="right">{shortDecimalText(String(quantity))}</Table.Td>
                <Table.Td ta="right">{price ? formatPrice(price.unit_price) : '–'}</Table.Td>
                <Table.Td ta="right">{price ? formatMoney(price.net) : '–'}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </section>
  )
}

/** Says that prices changed since the calculation was saved, and offers the new one. */
export function NewPrice({
  saved,
  now,
  onTake,
  isBusy,
}: {
  saved: string
  now: string
  onTake: (() => void) | null
  isBusy: boolean
}) {
  return (
    <Alert color="yellow" role="status" mb="md" title="Prices changed since this was saved">
      {`${formatMoney(saved)} then, ${formatMoney(now)} now.`}
      {onTake ? (
        <Button size="compact-sm" variant="default" ml="sm" loading={isBusy} onClick={onTake}>
          Use the new price
        </Button>
      ) : null}
    </Alert>
  )
}
