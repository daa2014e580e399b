import { Badge, SimpleGrid, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useLive } from '@/kit/live/use-live'
import { RecordPage, RecordState } from '@/kit/record/record-page'
import { linkTo } from '@/shared/lib/address'
import page from '@/shared/ui/page/record-page.module.css'
import { productGroupQuery, productQuery } from '../api/products.query'
import { productsKey, productsLive } from '../products'
import { ProductFacts } from './product-facts'

const back = { label: 'All products', href: linkTo('/products/manufactured') }

type MadeProps = {
  id: string
  /** Shown where no product has this id. */
  otherwise: ReactNode
}

/** The read-only view of a product: its parts and price. */
export function ProductView({ id, otherwise }: MadeProps) {
  const product = useQuery(productQuery(id))
  useLive(productsKey, productsLive)
  if (product.data === null) return otherwise
  return (
    <RecordState of={product} what="product" back={back}>
      {(row) => (
        <RecordPage
          title={row.name}
          kind={row.service ? `Product of ${row.service.name}` : 'Product'}
          status={row.is_public ? <Badge component="span">Public</Badge> : null}
          back={back}
          primary={{ label: 'Open the product', href: linkTo('/products/manufactured/:id', { id: row.id }) }}
        >
          {row.summary ? <Text mb="md">{row.summary}</Text> : null}
          <ProductFacts product={row} />
        </RecordPage>
      )}
    </RecordState>
  )
}

/** The products of one service side by side. The id is the service's, or one of its products'. */
export function ProductGroupView({ id, otherwise }: MadeProps) {
  const group = useQuery(productGroupQuery(id))
  useLive(productsKey, productsLive)
  if (group.data === null) return otherwise
  return (
    <RecordState of={group} what="group" back={back}>
      {(rows) => (
        <RecordPage title="Products side by side" kind="Product group" back={back} width="full">
          <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
            {rows.map((row) => (
              <section key={row.id} className={page.panel} aria-label={row.name}>
                <Title order={2} size="h3" mb="xs">
                  <Link to={linkTo('/products/manufactured/:id', { id: row.id })}>{row.name}</Link>
                </Title>
                {row.summary ? (
                  <Text c="dimmed" mb="md">
                    {row.summary}
                  </Text>
                ) : null}
                <ProductFacts product={row} />
              </section>
            ))}
          </SimpleGrid>
        </RecordPage>
      )}
    </RecordState>
  )
}
