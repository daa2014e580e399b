import { PaperSheet } from '@/documents/paper/paper-sheet'
import type { Paper } from '@/documents/paper/paper'
import classes from './client-quotation.module.css'

type PaperPlaceProps = { paper: Paper; pictures: Readonly<Record<string, string>>; glow: string }

/** The sheet of paper: on desks and in print. It glows once when the office changed a line. */
export const PaperPlace = ({ paper, pictures, glow }: PaperPlaceProps) => (
  <div key={glow} className={classes.paper} data-changed={glow !== '' || undefined}>
    <PaperSheet paper={paper} pictures={pictures} />
  </div>
)
