import { kindLabel, panelMeasure, panelSides, railPlaces } from '../panel'
import classes from './panels.module.css'

type PanelDrawingProps = { kind: string; title: string; width: number; height: number; depth: number }

/** The panel from the front, to scale, with its folds, its rails and its measures. */
export function PanelDrawing({ kind, title, width, height, depth }: PanelDrawingProps) {
  const unit = Math.max(width, height) / 100
  const fold = kind === 'tray' || kind === 'lightbox' ? depth : 0
  const margin = 11 * unit
  const rails = kind === 'lightbox' || kind === 'other' ? [] : railPlaces(height)
  const text = { fontSize: 3.4 * unit, fill: 'currentColor' }
  return (
    <svg
      className={classes.drawing}
      viewBox={`${-margin - fold} ${-margin - fold} ${width + 2 * (margin + fold)} ${height + 2 * (margin + fold)}`}
      role="img"
      aria-label={`${kindLabel(kind)} ${title}: ${panelMeasure(width)} by ${panelSides([height])}${depth > 0 ? `, ${panelSides([depth])} deep` : ''}, ${
        rails.length === 0 ? 'no rails' : `${rails.length} rails`
      }`}
    >
      {fold > 0 ? (
        <rect
          x={-fold}
          y={-fold}
          width={width + 2 * fold}
          height={height + 2 * fold}
          fill="none"
          stroke="currentColor"
          strokeWidth={0.4 * unit}
          strokeDasharray={`${2 * unit} ${unit}`}
        />
      ) : null}
      <rect
        width={width}
        height={height}
        fill="var(--signwright-paper)"
        stroke="currentColor"
        strokeWidth={0.7 * unit}
      />
      {rails.map((place) => (
        <g key={place}>
          <line
            x1={Math.min(30, width / 4)}
            x2={width - Math.min(30, width / 4)}
            y1={place}
            y2={place}
            stroke="var(--mantine-color-anchor)"
            strokeWidth={1.1 * unit}
          />
          <text x={width + fold + 1.5 * unit} y={place + 1.2 * unit} {...text} fontSize={2.6 * unit}>
            {panelMeasure(place)}
          </text>
        </g>
      ))}
      <text x={width / 2} y={-fold - 3 * unit} textAnchor="middle" {...text}>
        {panelMeasure(width)}
      </text>
      <text
        x={-fold - 3 * unit}
        y={height / 2}
        textAnchor="middle"
        transform={`rotate(-90 ${-fold - 3 * unit} ${height / 2})`}
        {...text}
      >
        {panelMeasure(height)}
      </text>
      {depth > 0 ? (
        <text x={width / 2} y={height + fold + 6 * unit} textAnchor="middle" {...text} fontSize={2.6 * unit}>
          {panelSides([depth])} deep
        </text>
      ) : null}
    </svg>
  )
}
