import { roundingsNow } from '@/shared/domain/text/formats'
import { useSay } from '@/kit/client-page/use-say'
import { cataloguePart } from '@/shared/domain/texts/catalogue/part'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import { productPrice, usualOptions } from '@/documents/calculation/product'
import { formatPrice } from '@/shared/domain/money/money'
import { linkTo } from '@/shared/lib/address'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { useLanguage } from '@/shared/hooks/language/page-language'
import { movedTo } from '../../shared/api/site.query'
import { NotHere } from '../../shared/not-here'
import { ReadState } from '../../shared/read-state'
import { SiteLink, useSiteHref } from '../../shared/site-link'
import { SitePage } from '../../shared/site-page'
import site from '../../shared/site.module.css'
import { type PublicProduct, publicProductQuery } from '../api/public-products.query'
import classes from './products.module.css'

type WithProductProps = {
  id: string
  /** The address of this page. */
  path: '/products/manufactured/:id' | '/products/manufactured/:id/settings'
  children: (product: PublicProduct) => ReactNode
  /** True on pages whose last part asks for the product, so the usual links at the end are left out. */
  isDoor?: boolean
}

/** Reads a public product, or shows that it is missing. A former address redirects. */
export function WithProduct({ id, path, children, isDoor = false }: WithProductProps) {
  const say = useSay(cataloguePart)
  const product = useQuery(publicProductQuery(id, useLanguage()))
  const href = useSiteHref()
  const moved = movedTo(product.data)
  const name = product.data && 'name' in product.data ? product.data.name : undefined
  useRecordTitle(name ?? null)
  if (moved !== null) return <Navigate to={href(linkTo(path, { id: moved }))} replace />
  return (
    <SitePage about={name} isDoor={isDoor}>
      <ReadState
        of={product}
        missing={<NotHere what="product" all={{ label: say('all_products'), to: linkTo('/products/manufactured') }} />}
      >
        {(found) =>
          'name' in found ? <div className={`${site.inside} ${site.section}`}>{children(found)}</div> : null
        }
      </ReadState>
    </SitePage>
  )
}

/** The pictures of a product, the first one large. */
export function ProductPictures({ product }: { product: PublicProduct }) {
  const [first, ...others] = product.pictures
  return (
    <div>
      {first ? (
        <div className={`${site.picture} ${classes.picture}`}>
          <img src={first.image} alt={first.alt} />
        </div>
      ) : null}
      {others.length > 0 ? (
        <div className={classes.thumbs}>
          {others.map((picture, index) => (
            <div key={index} className={`${site.picture} ${classes.picture}`}>
              <img src={picture.image} alt={picture.alt} />
            </div>
          ))}
        </div>
      ) : null}
    </div>
  )
}

/** /products/manufactured/{id} on the public site: pictures, words and the price with its usual options. */
export const PublicProductScreen = ({ id }: { id: string }) => (
  <WithProduct id={id} path="/products/manufactured/:id">
    {(product) => <ProductPage product={product} />}
  </WithProduct>
)

function ProductPage({ product }: { product: PublicProduct }) {
  const say = useSay(cataloguePart)
  const usual = usualOptions(product.options)
  const { unit_price } = productPrice(
    product.base_price,
    product.options.filter(({ id }) => usual.includes(id)),
    [],
    '1',
    roundingsNow().amounts,
  )
  return (
    <>
      <SiteLink to={linkTo('/products/manufactured')} className={site.crumb}>
        {say('all_products')}
      </SiteLink>
      <div className={site.two}>
        <div>
          <h1 className={site.display}>{product.name}</h1>
          {product.summary ? <p className={site.lead}>{product.summary}</p> : null}
          {product.description ? <p className={classes.text}>{product.description}</p> : null}
          <div className={classes.price}>
            <div>
              <div className={classes.amount}>{formatPrice(unit_price)}</div>
              <div className={site.quiet}>{say('piece_without_tax')}</div>
            </div>
            <SiteLink className={site.button} to={linkTo('/products/manufactured/:id/settings', { id: product.slug })}>
              {say(product.options.length > 0 ? 'choose_options' : 'ask_for_this')}
            </SiteLink>
          </div>
        </div>
        <ProductPictures product={product} />
      </div>
    </>
  )
}
