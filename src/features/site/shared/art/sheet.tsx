import type { ReactNode } from 'react'
import classes from './art.module.css'

/** The crop marks at the corners of a printed sheet. */
const cropMarks = 'M14 2v9M2 14h9M306 2v9M318 14h-9M14 238v-9M2 226h9M306 238v-9M318 226h-9'

/** The ground of every drawing: a sheet of 320 × 240 with crop marks, and a registration mark at its foot. */
export const Sheet = ({ children, tone = 'c' }: { children: ReactNode; tone?: 'c' | 'm' | 'y' | 'k' }) => (
  <svg
    className={classes.sheet}
    data-tone={tone}
    viewBox="0 0 320 240"
    fill="none"
    aria-hidden="true"
    focusable="false"
  >
    <path className={classes.mark} d={cropMarks} />
    <g className={classes.mark}>
      <circle cx="160" cy="229" r="4" />
      <path d="M153 229h14M160 222v14" />
    </g>
    {children}
  </svg>
)

type DotsProps = { x: number; y: number; columns: number; rows: number; gap?: number; most?: number; least?: number }

/** A halftone: rows of dots that shrink from top to bottom. */
export const Halftone = ({ x, y, columns, rows, gap = 7, most = 3, least = 0.5 }: DotsProps) => (
  <path
    className={classes.dots}
    d={Array.from({ length: rows }, (_, row) => {
      const radius = most - ((most - least) * row) / Math.max(rows - 1, 1)
      return Array.from({ length: columns }, (_, column) => {
        const cx = x + column * gap + (row % 2) * (gap / 2)
        return `M${cx - radius} ${y + row * gap}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0`
      }).join('')
    }).join('')}
  />
)

/** A measured length with its ticks, as on a drawing for the workshop. */
export const Measure = ({ x, y, width, label }: { x: number; y: number; width: number; label: string }) => (
  <g className={classes.measure}>
    <path d={`M${x} ${y}h${width}M${x} ${y - 4}v8M${x + width} ${y - 4}v8`} />
    <text x={x + width / 2} y={y - 4} textAnchor="middle">
      {label}
    </text>
  </g>
)
