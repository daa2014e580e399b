import type { Paper } from '@/documents/paper/paper'
import classes from './client-quotation.module.css'

/** What the office wrote to the client before the lines, as on the paper. */
export const PaperNote = ({ paper }: { paper: Paper }) =>
  paper.note ? (
    <p className={classes.note} lang={paper.language}>
      {paper.note}
    </p>
  ) : null

/** Who the paper is from and for, where the work goes, and its days: what stands around the lines of the sheet, for a phone. */
export function PaperParties({ paper }: { paper: Paper }) {
  const { company, addressee, place, facts } = paper
  const parts = [
    ...facts.map(({ label, value }) => ({ label, lines: [value] })),
    addressee,
    ...(place ? [place] : []),
    { label: company.name, lines: [...company.addressLines, ...company.facts] },
  ].filter(({ lines }) => lines.length > 0)
  return (
    <dl className={classes.parties}>
      {parts.map(({ label, lines }) => (
        <div key={label}>
          <dt>{label}</dt>
          {lines.map((line) => (
            <dd key={line}>{line}</dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
