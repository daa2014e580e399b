import { Button, Checkbox, Text, TextInput } from '@mantine/core'
import { shortDecimalText } from '@/shared/domain/money/money'
import classes from '../components/delivery.module.css'
import { tickedAll } from './hand-over-draft'
import { atDoorOf, progressOf, quantityProblem, type Tick, withUnit, workOf } from './ticks'
import type { HandOver } from './use-hand-over'

/** The lines of a delivery: the goods are ticked, hours are counted. */
export function LinesAtTheDoor({ of: { delivery, hasLines, ticks, draft, set, changeTick } }: { of: HandOver }) {
  if (!hasLines)
    return (
      <Text>
        Brings: <strong>{delivery.project_title}</strong>
        <Text size="sm" c="dimmed" component="span" display="block">
          It is not of an order, so there are no pieces to tick.
        </Text>
      </Text>
    )
  const asked = atDoorOf(ticks)
  const isAll = asked.every(({ isTaken }) => isTaken)
  return (
    <div>
      <Button
        variant="default"
        size="compact-md"
        mb="xs"
        onClick={() => set({ ticks: { ...draft.ticks, ...tickedAll(asked, !isAll) } })}
      >
        {isAll ? 'Take all ticks away' : 'Tick all'}
      </Button>
      <ul className={classes.ticks}>
        {asked.map((tick) => (
          <li key={tick.id} className={classes.tick}>
            <Checkbox
              size="md"
              label={tick.description}
              description={progressOf(tick)}
              checked={tick.isTaken}
              onChange={(event) => changeTick(tick.id, { isTaken: event.currentTarget.checked })}
            />
            <HowMany
              of={tick}
              room={roomFor(ticks)}
              problem={quantityProblem(tick)}
              onType={(qty) => changeTick(tick.id, { qty })}
            />
          </li>
        ))}
      </ul>
      <DoneWithIt ticks={ticks} onType={(id, qty) => changeTick(id, { qty })} />
    </div>
  )
}

type HowManyProps = { of: Tick; room: string; problem: string | null; onType: (qty: string) => void }

const HowMany = ({ of: tick, room, problem, onType }: HowManyProps) => (
  <TextInput
    aria-label={`How many of ${tick.description}`}
    inputMode="decimal"
    w={room}
    className={classes.howMany ?? ''}
    disabled={!tick.isTaken}
    value={tick.qty}
    error={problem}
    rightSection={<span className={classes.unit}>of {withUnit(tick.left, tick.unit)}</span>}
    rightSectionWidth={`calc(${withUnit(tick.left, tick.unit).length + 3}ch + 0.75rem)`}
    onChange={(event) => onType(event.currentTarget.value)}
  />
)

type DoneWithItProps = { ticks: readonly Tick[]; onType: (id: string, qty: string) => void }

/** The hours beside the goods: nobody ticks them, and how many are done is invoiced. */
function DoneWithIt({ ticks, onType }: DoneWithItProps) {
  const work = workOf(ticks)
  if (work.length === 0) return null
  return (
    <>
      <Text size="sm" c="dimmed" mt="sm">
        Nothing to carry: how much of it is done?
      </Text>
      <ul className={classes.ticks} aria-label="Work done with it">
        {work.map((tick) => (
          <li key={tick.id} className={classes.tick}>
            <div>
              <Text size="md">{tick.description}</Text>
              <Text size="xs" c="dimmed">
                {progressOf(tick)}
              </Text>
            </div>
            <HowMany
              of={tick}
              room={roomFor(ticks)}
              problem={quantityProblem(tick, true)}
              onType={(qty) => onType(tick.id, qty)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The width of every quantity: room for the longest one that is left, twice, in the box and behind it. */
const roomFor = (ticks: readonly Tick[]): string =>
  `max(6.5rem, calc(${Math.max(...ticks.map(({ left, unit }) => (shortDecimalText(left) + withUnit(left, unit)).length)) + 5}ch + 2rem))`
