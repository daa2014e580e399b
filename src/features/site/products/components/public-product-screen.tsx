import { Button, Skeleton, Text, Title } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { productPrice, usualOptions } from '@/documents/calculation/product'
import { formatMoney } from '@/shared/domain/money'
import { linkTo } from '@/shared/lib/address'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { Problem } from '@/shared/ui/problem'
import { useRecordTitle } from '@/shared/ui/record-title'
import { type PublicProduct, publicProductQuery } from '../api/public-products.query'
import classes from './products.module.css'

/** Reads a public product, or says that it is not here. */
export function WithProduct({ id, children }: { id: string; children: (product: PublicProduct) => ReactNode }) {
  const product = useQuery(publicProductQuery(id))
  if (product.data) return <div className={classes.page}>{children(product.data)}</div>
  if (product.isPending)
    return (
      <div className={classes.page}>
        <Skeleton height="100dvh" />
      </div>
    )
  if (product.isError) return <Problem onRetry={() => void product.refetch()}>This product could not be read</Problem>
  return (
    <EmptyScreen
      whole
      icon={<IconFileOff stroke={1.5} />}
      title="This product is not here"
      actions={
        <Button component={Link} to="/products/manufactured" variant="default">
          All products
        </Button>
      }
    />
  )
}

/** /products/manufactured/{id} on the public site: pictures, words and the price with its usual options. */
export const PublicProductScreen = ({ id }: { id: string }) => (
  <WithProduct id={id}>{(product) => <ProductPage product={product} />}</WithProduct>
)

function ProductPage({ product }: { product: PublicProduct }) {
  useRecordTitle(product.name)
  const [first, ...others] = product.pictures
  const usual = usualOptions(product.options)
  const { unit_price } = productPrice(
    product.base_price,
    product.options.filter(({ id }) => usual.includes(id)),
    [],
    '1',
  )
  return (
    <div className={classes.two}>
      <div>
        {first ? <img src={first.image} alt={first.alt} /> : null}
        {others.length > 0 ? (
          <div className={classes.thumbs}>
            {others.map((picture, index) => (
              <img key={index} src={picture.image} alt={picture.alt} />
            ))}
          </div>
        ) : null}
      </div>
      <div>
        <Title order={1}>{product.name}</Title>
        {product.summary ? <Text className={classes.lead ?? ''}>{product.summary}</Text> : null}
        {product.description ? <Text className={classes.text ?? ''}>{product.description}</Text> : null}
        <div className={classes.price}>
          <div>
            <div className={classes.amount}>{formatMoney(unit_price)}</div>
            <Text size="sm" c="dimmed">
              a piece, without VAT
            </Text>
          </div>
          <Button component={Link} size="md" to={linkTo('/products/manufactured/:id/settings', { id: product.slug })}>
            {product.options.length > 0 ? 'Choose options' : 'Ask for this'}
          </Button>
        </div>
      </div>
    </div>
  )
}
