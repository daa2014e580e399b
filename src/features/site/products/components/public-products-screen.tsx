import { Skeleton, Text, Title } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { formatMoney } from '@/shared/domain/money'
import { linkTo } from '@/shared/lib/address'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { Problem } from '@/shared/ui/problem'
import { publicProductsQuery } from '../api/public-products.query'
import classes from './products.module.css'

/** /products/manufactured on the public site. */
export function PublicProductsScreen() {
  const products = useQuery(publicProductsQuery)
  return (
    <div className={classes.page}>
      <Title order={1}>What we make</Title>
      <Text className={classes.lead ?? ''}>Choose size, material and options: the price follows every choice.</Text>
      {products.isPending ? (
        <Skeleton height="100dvh" />
      ) : !products.data ? (
        <Problem onRetry={() => void products.refetch()}>The products could not be read</Problem>
      ) : products.data.length === 0 ? (
        <EmptyScreen icon={<IconPackage stroke={1.5} />} title="No products are shown here yet" />
      ) : (
        <ul className={classes.grid}>
          {products.data.map(({ slug, name, summary, base_price, picture }) => (
            <li key={slug}>
              <Link className={classes.card} to={linkTo('/products/manufactured/:id', { id: slug })}>
                {picture ? (
                  <img className={classes.picture} src={picture.image} alt={picture.alt} />
                ) : (
                  <div className={classes.picture} />
                )}
                <div className={classes.words}>
                  <Title order={2} size="h3">
                    {name}
                  </Title>
                  {summary ? <Text c="dimmed">{summary}</Text> : null}
                  <Text fw={600} mt="xs">
                    {formatMoney(base_price)}{' '}
                    <Text span size="sm" c="dimmed" fw={400}>
                      without VAT
                    </Text>
                  </Text>
                </div>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
