import { useSay } from '@/kit/client-page/use-say'
import { cataloguePart } from '@/shared/domain/texts/catalogue/part'
import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '@/shared/domain/money/money'
import { linkTo } from '@/shared/lib/address'
import { useLanguage } from '@/shared/hooks/language/page-language'
import { ReadState } from '../../shared/read-state'
import { SiteLink } from '../../shared/site-link'
import { SitePage } from '../../shared/site-page'
import site from '../../shared/site.module.css'
import { publicProductsQuery } from '../api/public-products.query'
import classes from './products.module.css'

/** /products/manufactured on the public site. */
export function PublicProductsScreen() {
  const say = useSay(cataloguePart)
  const products = useQuery(publicProductsQuery(useLanguage()))
  return (
    <SitePage>
      <div className={`${site.inside} ${site.section}`}>
        <h1 className={site.display}>{say('we_make')}</h1>
        <p className={site.lead}>{say('choose')}</p>
      </div>
      <ReadState of={products}>
        {(all) => (
          <div className={`${site.inside} ${site.section} ${site.ruled}`}>
            {all.length === 0 ? <p className={site.notice}>{say('no_products')}</p> : null}
            <ul className={site.grid}>
              {all.map(({ slug, name, summary, base_price, picture }) => (
                <li key={slug}>
                  <SiteLink className={site.card} to={linkTo('/products/manufactured/:id', { id: slug })}>
                    <span className={`${site.picture} ${classes.picture}`}>
                      {picture ? <img src={picture.image} alt={picture.alt} /> : null}
                    </span>
                    <h2 className={site.small}>{name}</h2>
                    {summary ? <span className={site.quiet}>{summary}</span> : null}
                    <span className={site.price}>
                      {formatMoney(base_price)} <span className={site.quiet}>{say('without_tax')}</span>
                    </span>
                  </SiteLink>
                </li>
              ))}
            </ul>
          </div>
        )}
      </ReadState>
    </SitePage>
  )
}
