import { Text, UnstyledButton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import classes from './charts.module.css'

export type Tone = 'main' | 'soft' | 'bad' | 'wait' | 'calm'

/** A column of a chart: its axis label, its description, and its parts from the bottom. */
export type Column = {
  key: string
  label: string
  words: string
  parts: readonly { tone: Tone; value: string }[]
  /** The value of the period before, drawn as a line across the column. */
  then?: string | undefined
}

/** For heights and widths only. Printed amounts use the decimal text. */
const size = (value: string) => Number(value)

/** Round steps that reach the largest value: 0, 5,000, 10,000, 15,000. */
export function steps(most: number): number[] {
  if (most <= 0) return [0, 1]
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? 10 * power
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, place) => place * step)
}

type ColumnsProps = {
  columns: readonly Column[]
  /** The label of a mark on the scale: `€5k`. */
  scale: (value: number) => string
  onOpen: (key: string) => void
}

const height = 190
const left = 46

/** Columns over time. Each is a button with its numbers that opens its records. */
export function Columns({ columns, scale, onOpen }: ColumnsProps) {
  const { ref, width } = useElementSize()
  const tops = columns.map(({ parts, then }) =>
    Math.max(
      parts.reduce((all, { value }) => all + size(value), 0),
      size(then ?? '0'),
    ),
  )
  const marks = steps(Math.max(...tops, 0))
  const most = marks.at(-1) ?? 1
  const y = (value: number) => height - (value / most) * (height - 12)
  const room = Math.max(width - left, 0) / Math.max(columns.length, 1)
  const thick = Math.min(room * 0.68, 44)
  const every = Math.max(1, Math.ceil(34 / Math.max(room, 1)))
  return (
    <div ref={ref} className={classes.chart}>
      <svg width={width} height={height + 1} aria-hidden="true">
        {marks.map((mark) => (
          <g key={mark}>
            <line className={mark === 0 ? classes.base : classes.grid} x1={left} x2={width} y1={y(mark)} y2={y(mark)} />
            <text className={classes.mark} x={left - 8} y={y(mark) + 4} textAnchor="end">
              {scale(mark)}
            </text>
          </g>
        ))}
        {columns.map(({ key, parts, then }, place) => {
          const x = left + place * room + (room - thick) / 2
          let reached = 0
          return (
            <g key={key}>
              {parts.map(({ tone, value }) => {
                const from = reached
                reached += size(value)
                const tall = y(from) - y(reached)
                return tall > 0 ? (
                  <rect
                    key={tone}
                    data-tone={tone}
                    className={classes.part}
                    x={x}
                    y={y(reached)}
                    width={thick}
                    height={tall}
                  />
                ) : null
              })}
              {then !== undefined && size(then) > 0 ? (
                <line className={classes.then} x1={x - 3} x2={x + thick + 3} y1={y(size(then))} y2={y(size(then))} />
              ) : null}
            </g>
          )
        })}
      </svg>
      <div className={classes.buttons} style={{ paddingLeft: left }}>
        {columns.map(({ key, label, words }, place) => (
          <UnstyledButton
            key={key}
            className={classes.column}
            title={words}
            aria-label={words}
            onClick={() => onOpen(key)}
          >
            <span aria-hidden="true">{place % every === 0 ? label : ''}</span>
          </UnstyledButton>
        ))}
      </div>
    </div>
  )
}

export type Bar = {
  key: string
  name: string
  value: string
  text: string
  note?: string | undefined
  then?: string | undefined
  tone?: Tone
}

/** Names with their values, the largest the widest. A thin mark shows where the period before ended. */
export function Bars({ bars, onOpen }: { bars: readonly Bar[]; onOpen: (key: string) => void }) {
  const most = Math.max(...bars.flatMap(({ value, then }) => [size(value), size(then ?? '0')]), 0) || 1
  const part = (value: string) => `${(Math.max(size(value), 0) / most) * 100}%`
  return (
    <ul className={classes.bars}>
      {bars.map(({ key, name, value, text, note, then, tone = 'main' }) => (
        <li key={key}>
          <UnstyledButton className={classes.row} onClick={() => onOpen(key)}>
            <span className={classes.name}>{name}</span>
            <span className={classes.value}>
              {text}
              {note ? <span className={classes.note}>{note}</span> : null}
            </span>
            <span className={classes.track} aria-hidden="true">
              <span data-tone={tone} className={classes.fill} style={{ width: part(value) }} />
              {then !== undefined && size(then) > 0 ? (
                <span className={classes.tick} style={{ left: part(then) }} />
              ) : null}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

export type Slice = { key: string; name: string; value: string; text: string; note: string; shade: 1 | 2 | 3 | 4 | 5 }

/** One bar in five shades, with a legend below. */
export function Slices({ slices, onOpen }: { slices: readonly Slice[]; onOpen: (key: string) => void }) {
  return (
    <>
      <div className={classes.whole} aria-hidden="true">
        {slices.map(({ key, value, shade }) =>
          size(value) > 0 ? <span key={key} data-shade={shade} style={{ flexGrow: size(value) }} /> : null,
        )}
      </div>
      <ul className={classes.slices}>
        {slices.map(({ key, name, text, note, shade }) => (
          <li key={key}>
            <UnstyledButton className={classes.slice} onClick={() => onOpen(key)}>
              <span className={classes.swatch} data-shade={shade} aria-hidden="true" />
              <span>{name}</span>
              <b>{text}</b>
              <span className={classes.note}>{note}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The legend of the colours, and of the line for the period before. */
export const Legend = ({ tones, then }: { tones: readonly (readonly [Tone, string])[]; then?: string | undefined }) => (
  <Text component="div" size="xs" c="dimmed" className={classes.legend}>
    {tones.map(([tone, words]) => (
      <span key={tone}>
        <i data-tone={tone} />
        {words}
      </span>
    ))}
    {then ? (
      <span>
        <i className={classes.line} />
        {then}
      </span>
    ) : null}
  </Text>
)
