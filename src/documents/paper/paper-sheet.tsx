import { type CSSProperties, lazy, type ReactNode, Suspense, useEffect } from 'react'
import type { Fact, Paper } from './paper'
import { isFigure } from './figures'
import { PaperLines } from './paper-lines'
import classes from './paper-sheet.module.css'
import { nameOnEachPage } from './running-foot'

const QrCode = lazy(() => import('./qr-code'))

const noPictures = {}

/** A document on screen and in print: one light sheet, also in the dark theme. `children` are drawn under the totals. */
export function PaperSheet({
  paper,
  pictures = noPictures,
  isPage = false,
  isPrinted = false,
  children,
}: {
  paper: Paper
  /** The sheet is drawn only for printing, so its pictures load before it is shown. */
  isPrinted?: boolean
  /** Makes its title the page's first heading. */
  isPage?: boolean
  /** The addresses of the pictures of lines, by their paths. */
  pictures?: Readonly<Record<string, string>>
  children?: ReactNode
}) {
  const { company, number, state, due, payment, code } = paper
  const name = [paper.title, number].filter(Boolean).join(' ')
  const foot = [company.name, name, paper.addressee.lines[0]].filter(Boolean).join(' · ')
  useEffect(() => nameOnEachPage(foot, company.paperSize), [foot, company.paperSize])
  const Heading = isPage ? 'h1' : 'h2'
  const colour: CSSProperties & Record<'--paper-colour', string> = { '--paper-colour': company.colour }
  return (
    <article className={classes.sheet} data-paper lang={paper.language} style={colour} aria-label={name}>
      <header className={classes.head}>
        {company.logoUrl ? (
          <img className={classes.logo} src={company.logoUrl} alt={company.name} />
        ) : (
          <p className={classes.name}>{company.name}</p>
        )}
        <address className={classes.company}>
          {[...(company.logoUrl ? [company.name] : []), ...company.addressLines, ...company.facts].map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      </header>
      <div className={classes.titleLine}>
        <Heading className={classes.title}>
          {paper.title} {number && <span className={classes.number}>{number}</span>}
        </Heading>
        {state && (
          <span className={classes.state} data-tone={state.tone}>
            {state.label}
          </span>
        )}
      </div>
      <div className={classes.about}>
        <Lines label={paper.addressee.label} lines={paper.addressee.lines} />
        {paper.place && <Lines label={paper.place.label} lines={paper.place.lines} />}
        <Facts className={classes.facts} facts={paper.facts} />
        {code && <Code text={code.text} label={code.label} />}
      </div>
      {paper.about && <p className={classes.subject}>{paper.about}</p>}
      {paper.note && <p className={classes.note}>{paper.note}</p>}
      <PaperLines table={paper.table} pictures={pictures} isPrinted={isPrinted} label={paper.about ?? paper.title} />
      <div className={classes.sums}>
        {paper.vat && <SmallTable {...paper.vat} />}
        <div className={classes.totals}>
          <Facts className={classes.amounts} facts={paper.totals} />
          {due && (
            <p className={classes.due}>
              <span>{due.label}</span> <strong data-figure>{due.amount}</strong>
            </p>
          )}
          {due && <Facts className={classes.amounts} facts={due.facts} />}
        </div>
      </div>
      {children}
      {payment && (
        <section className={classes.payment} aria-label={payment.label}>
          <div>
            <h2 className={classes.label}>{payment.label}</h2>
            <Facts className={classes.facts} facts={payment.facts} />
          </div>
          {payment.qr && <Code text={payment.qr} label={payment.qrLabel} />}
        </section>
      )}
      {paper.remarks.map((remark) => (
        <p key={remark} className={classes.remark}>
          {remark}
        </p>
      ))}
      {paper.filling?.picture && pictures[paper.filling.picture.path] ? (
        <figure className={classes.filling}>
          <img src={pictures[paper.filling.picture.path]} alt={paper.filling.picture.alt} />
          <figcaption>{paper.filling.picture.caption}</figcaption>
        </figure>
      ) : null}
      {paper.terms && (
        <section className={classes.terms} aria-label={paper.terms.label}>
          <h2 className={classes.label}>{paper.terms.label}</h2>
          {paper.terms.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      )}
      {paper.signatures.length > 0 && (
        <div className={classes.signatures}>
          {paper.signatures.map(({ label, holds }) => (
            <div key={label}>
              <div className={classes.signed}>
                {holds === 'day' ? paper.signed?.day : null}
                {holds === 'signature' && paper.signed?.typed ? (
                  <span className={classes.typed}>{paper.signed.typed}</span>
                ) : null}
                {holds === 'signature' && paper.signed?.image ? <img src={paper.signed.image} alt={label} /> : null}
              </div>
              <p>{label}</p>
            </div>
          ))}
        </div>
      )}
    </article>
  )
}

/** The place of the code is kept while its writer loads: nothing below it moves. */
const Code = ({ text, label }: { text: string; label: string }) => (
  <Suspense fallback={<div className={classes.qr} />}>
    <QrCode text={text} label={label} />
  </Suspense>
)

const Lines = ({ label, lines }: { label: string; lines: string[] }) => (
  <div className={classes.lines}>
    <h2 className={classes.label}>{label}</h2>
    {lines.map((line) => (
      <p key={line}>{line}</p>
    ))}
  </div>
)

const Facts = ({ facts, className }: { facts: Fact[]; className: string | undefined }) =>
  facts.length > 0 && (
    <dl className={className}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-figure={isFigure(value) || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )

const SmallTable = ({ columns, rows }: NonNullable<Paper['vat']>) => (
  <table className={classes.vat}>
    <thead>
      <tr>
        {columns.map(({ label, align }) => (
          <th key={label} scope="col" data-align={align}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((cells) => (
        <tr key={cells[0]}>
          {cells.map((cell, index) => (
            <td key={columns[index]?.label} data-align={columns[index]?.align}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
