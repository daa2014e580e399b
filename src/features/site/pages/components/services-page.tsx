import { withTax } from '@/shared/domain/text/formats'
import { useQuery } from '@tanstack/react-query'
import { type PublicService, servicesQuery } from '../../shared/api/site.query'
import { ServiceCards } from '../../shared/cards'
import { ReadState } from '../../shared/read-state'
import { SitePage } from '../../shared/site-page'
import site from '../../shared/site.module.css'

/** The services under their categories, in the order in which each first comes. */
function byCategory(services: readonly PublicService[]): [category: string, services: PublicService[]][] {
  const groups = new Map<string, PublicService[]>()
  for (const service of services) {
    const category = service.category ?? 'More'
    groups.set(category, [...(groups.get(category) ?? []), service])
  }
  return [...groups]
}

/** /services of the public site: everything we make, with its price. */
export function ServicesPage() {
  const services = useQuery(servicesQuery)
  return (
    <SitePage>
      <header className={`${site.inside} ${site.section}`}>
        <h1 className={site.display}>What we make, and from which price</h1>
        <p className={site.lead}>
          {withTax('Prices are without {tax} and for the usual material.')} Size, finish and fitting change them: every
          page says by how much.
        </p>
      </header>
      <ReadState of={services}>
        {(all) =>
          byCategory(all).map(([category, some]) => (
            <section key={category} className={`${site.inside} ${site.section} ${site.ruled}`} aria-label={category}>
              <div className={site.headed}>
                <h2 className={site.title}>{category}</h2>
              </div>
              <ServiceCards services={some} />
            </section>
          ))
        }
      </ReadState>
    </SitePage>
  )
}
