import { qrPath } from './qr-path'
import classes from './paper-sheet.module.css'

/** Loaded when a paper has a code: the writer of codes is not part of any first page. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { side, path } = qrPath(text)
  return (
    <figure className={classes.qr}>
      <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={path} />
      </svg>
      <figcaption>{label}</figcaption>
    </figure>
  )
}
