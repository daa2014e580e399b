import { useSay } from '@/kit/client-page/use-say'
import { policyPart } from '@/shared/domain/texts/policy/part'
import site from '../../shared/site.module.css'
import { useCompany } from '../../shared/use-company'
import { CompanyCard } from './company-card'
import classes from './text-page.module.css'

/** Who the company is and how it is reached, as its settings say. What they do not say is left out. */
export function ImprintPage() {
  const say = useSay(policyPart)
  const company = useCompany()
  return (
    <div className={site.page}>
      <article className={classes.page}>
        <header className={classes.header}>
          <h1 className={site.title}>{say('imprint')}</h1>
        </header>
        <CompanyCard company={company} isWhole />
      </article>
    </div>
  )
}
