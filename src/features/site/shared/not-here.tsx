import { SiteLink } from './site-link'
import site from './site.module.css'

type NotHereProps = { what: string; all: { label: string; to: string } }

/** An address of the site that leads to nothing, or to nothing any more. */
export const NotHere = ({ what, all }: NotHereProps) => (
  <div className={`${site.inside} ${site.section}`}>
    <h1 className={site.display}>This {what} is not here</h1>
    <p className={site.lead}>It may have moved, or it is not offered any more.</p>
    <p style={{ marginTop: '2rem' }}>
      <SiteLink to={all.to} className={site.button}>
        {all.label}
      </SiteLink>
    </p>
  </div>
)
