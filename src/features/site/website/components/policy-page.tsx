import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { useSay } from '@/kit/client-page/use-say'
import { policyPart } from '@/shared/domain/texts/policy/part'
import { linkTo } from '@/shared/lib/address'
import { useLanguage } from '@/shared/hooks/language/page-language'
import { Article } from '../../shared/article'
import { ReadState } from '../../shared/read-state'
import { SiteLink } from '../../shared/site-link'
import site from '../../shared/site.module.css'
import { useDay } from '../../shared/use-day'
import { useCompany } from '../../shared/use-company'
import { namedText, type Policy, type PolicyKind, policyQuery } from '../api/policy.query'
import { CompanyCard } from './company-card'
import classes from './text-page.module.css'

const places = {
  privacy: { path: linkTo('/privacy-policy') },
  terms: { path: linkTo('/terms') },
} as const

export const PrivacyPage = () => <PolicyPage kind="privacy" />
export const TermsPage = () => <PolicyPage kind="terms" />

/** A legal text of the company: one column, as wide as is good to read, with every version that held before. */
function PolicyPage({ kind }: { kind: PolicyKind }) {
  const [query] = useSearchParams()
  const asked = Number(query.get('version'))
  const policy = useQuery(policyQuery(kind, useLanguage(), Number.isInteger(asked) && asked > 0 ? asked : null))
  const { path } = places[kind]
  const say = useSay(policyPart)
  const day = useDay()
  const company = useCompany()
  return (
    <div className={site.page}>
      <article className={classes.page}>
        <header className={classes.header}>
          <h1 className={site.title}>{say(kind)}</h1>
          {policy.data ? (
            <p className={site.quiet}>
              {say('published', { version: String(policy.data.version), day: day(policy.data.published_at) })}
            </p>
          ) : null}
        </header>
        <ReadState of={policy} missing={<NoText path={path} isOld={asked > 0} />}>
          {(found) => (
            <>
              {found.is_current ? null : (
                <p className={site.notice} role="status">
                  {say('not_current')} <SiteLink to={path}>{say('read_current')}</SiteLink>.
                </p>
              )}
              <Article html={namedText(found.body_html, company.name)} className={`${site.prose} ${classes.text}`} />
              <section className={classes.reach}>
                <h2>{say('reach')}</h2>
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

function NoText({ path, isOld }: { path: string; isOld: boolean }) {
  const say = useSay(policyPart)
  return isOld ? (
    <p>
      {say('no_version')} <SiteLink to={path}>{say('read_current')}</SiteLink>.
    </p>
  ) : (
    <p>{say('not_published')}</p>
  )
}

function Versions({ policy, path }: { policy: Policy; path: string }) {
  const say = useSay(policyPart)
  const day = useDay()
  return (
    <nav className={classes.versions} aria-label={say('versions_of')}>
      <h2>{say('all_versions')}</h2>
      <ol>
        {policy.versions.map(({ version, published_at: at }, place) => (
          <li key={version}>
            <SiteLink to={place === 0 ? path : `${path}?version=${version}`}>
              {say('version', { version: String(version) })}
            </SiteLink>{' '}
            <span className={site.quiet}>{say(place === 0 ? 'holds_since' : 'held_from', { day: day(at) })}</span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
