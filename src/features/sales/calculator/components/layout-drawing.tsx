import { Stack, Text } from '@mantine/core'
import type { Placed } from '@/documents/calculation/nesting'
import { sizeText } from '@/documents/sizes'
import { lengthText, runText } from '@/shared/domain/text/length'
import type { SheetLayout, StripLayout } from '../answer'
import { sizeOf } from '../explain-price'
import classes from './calculator.module.css'

const toHundredths = (value: number) => Math.round(value * 100) / 100

/** The layouts of a step, each different one once. */
export function LayoutDrawing({ layout }: { layout: SheetLayout | StripLayout }) {
  if (layout.kind === 'roll') {
    const { roll } = layout
    if (roll.placed.length === 0) return null
    // A roll is drawn with its length from left to right.
    const along = roll.placed.map((one) => ({ ...one, x: one.y, y: one.x, width: one.height, height: one.width }))
    return (
      <Drawing
        width={Math.max(roll.length, roll.width / 2)}
        height={roll.width}
        placed={along}
        layout={layout}
        words={`${runText(toHundredths(roll.length / 1000))} of a roll of ${lengthText(toHundredths(roll.width))}, ${roll.placed.length} parts`}
      />
    )
  }
  const { nesting } = layout
  const groups = grouped(nesting.sheets)
  return (
    <Stack gap="xs">
      {groups.slice(0, 6).map(({ placed, count }, index) => {
        const used = placed.reduce((sum, one) => sum + one.width * one.height, 0) / (nesting.width * nesting.height)
        const words = `${count === 1 ? 'One sheet' : `${count} sheets`} with ${placed.length} ${placed.length === 1 ? 'part' : 'parts'}, ${Math.round(used * 100)} % used`
        return (
          <div key={index}>
            <Drawing width={nesting.width} height={nesting.height} placed={placed} layout={layout} words={words} />
            <Text size="xs" c="dimmed" mt={2}>
              {words}
            </Text>
          </div>
        )
      })}
      {groups.length > 6 ? <Text size="xs" c="dimmed">{`And ${groups.length - 6} other layouts`}</Text> : null}
    </Stack>
  )
}

/** Sheets with the same layout are one drawing. */
function grouped(sheets: readonly Placed[][]): { placed: Placed[]; count: number }[] {
  const groups = new Map<string, { placed: Placed[]; count: number }>()
  for (const placed of sheets) {
    const key = JSON.stringify(placed)
    const known = groups.get(key)
    groups.set(key, { placed, count: (known?.count ?? 0) + 1 })
  }
  return [...groups.values()]
}

type DrawingProps = {
  width: number
  height: number
  placed: readonly Placed[]
  layout: SheetLayout | StripLayout
  words: string
}

function Drawing({ width, height, placed, layout, words }: DrawingProps) {
  const text = Math.max(width, height) / 34
  return (
    <svg className={classes.drawing} viewBox={`-2 -2 ${width + 4} ${height + 4}`} role="img" aria-label={words}>
      <rect className={classes.sheet} width={width} height={height} />
      {placed.map((one, index) => {
        const part = layout.parts[one.part]
        const label = part ? part.name || sizeOf(part) : ''
        const isReadable = one.width > label.length * text * 0.62 && one.height > text * 1.4
        return (
          <g key={index}>
            <rect className={classes.placed} x={one.x} y={one.y} width={one.width} height={one.height}>
              <title>
                {part
                  ? `${part.name ? `${part.name}, ` : ''}${sizeText(part) ?? ''}${one.isTurned ? ', turned' : ''}`
                  : ''}
              </title>
            </rect>
            {isReadable ? (
              <text
                className={classes.label}
                x={one.x + one.width / 2}
                y={one.y + one.height / 2}
                fontSize={text}
                textAnchor="middle"
                dominantBaseline="central"
              >
                {label}
              </text>
            ) : null}
          </g>
        )
      })}
    </svg>
  )
}
