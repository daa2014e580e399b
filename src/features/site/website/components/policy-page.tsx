import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { companyDayText } from '@/shared/domain/time/today'
import { linkTo } from '@/shared/lib/address'
import { Article } from '../../shared/article'
import { ReadState } from '../../shared/read-state'
import { SiteLink } from '../../shared/site-link'
import site from '../../shared/site.module.css'
import { useCompany } from '../../shared/use-company'
import { namedText, type Policy, type PolicyKind, policyQuery } from '../api/policy.query'
import { CompanyCard } from './company-card'
import classes from './text-page.module.css'

const places = {
  privacy: { title: 'Privacy Policy', path: linkTo('/privacy-policy') },
  terms: { title: 'Terms and Conditions', path: linkTo('/terms') },
} as const

export const PrivacyPage = () => <PolicyPage kind="privacy" />
export const TermsPage = () => <PolicyPage kind="terms" />

/** A legal text of the company: one column, as wide as is good to read, with every version that held before. */
function PolicyPage({ kind }: { kind: PolicyKind }) {
  const [query] = useSearchParams()
  const asked = Number(query.get('version'))
  const policy = useQuery(policyQuery(kind, Number.isInteger(asked) && asked > 0 ? asked : null))
  const { title, path } = places[kind]
  const company = useCompany()
  return (
    <div className={site.page}>
      <article className={classes.page}>
        <header className={classes.header}>
          <h1 className={site.title}>{title}</h1>
          {policy.data ? (
            <p className={site.quiet}>
              Version {policy.data.version}, published on {companyDayText(policy.data.published_at)}
            </p>
          ) : null}
        </header>
        <ReadState of={policy} missing={<NoText path={path} isOld={asked > 0} />}>
          {(found) => (
            <>
              {found.is_current ? null : (
                <p className={site.notice} role="status">
                  This text does not hold any more. <SiteLink to={path}>Read the one that holds today</SiteLink>.
                </p>
              )}
              <Article html={namedText(found.body_html, company.name)} className={`${site.prose} ${classes.text}`} />
              <section className={classes.reach}>
                <h2>How to reach us</h2>
                <CompanyCard company={company} />
              </section>
              {found.versions.length > 1 ? <Versions policy={found} path={path} /> : null}
            </>
          )}
        </ReadState>
      </article>
    </div>
  )
}

const NoText = ({ path, isOld }: { path: string; isOld: boolean }) =>
  isOld ? (
    <p>
      There is no such version. <SiteLink to={path}>Read the one that holds today</SiteLink>.
    </p>
  ) : (
    <p>This text is being written. Please ask us for it.</p>
  )

const Versions = ({ policy, path }: { policy: Policy; path: string }) => (
  <nav className={classes.versions} aria-label="Versions of this text">
    <h2>All versions</h2>
    <ol>
      {policy.versions.map(({ version, published_at: at }, place) => (
        <li key={version}>
          <SiteLink to={place === 0 ? path : `${path}?version=${version}`}>Version {version}</SiteLink>{' '}
          <span className={site.quiet}>
            {place === 0 ? `holds since ${companyDayText(at)}` : `held from ${companyDayText(at)}`}
          </span>
        </li>
      ))}
    </ol>
  </nav>
)
