import { spawnSync } from 'node:child_process'
import { type Product, startProduct } from '../product.ts'

/** One product for the whole suite, rebuilt after changes. */
export default async function globalSetup() {
  const { status } = spawnSync(process.execPath, ['scripts/build-web.mjs'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The web app could not be built: see above')
  return announce(await startProduct())
}

/** The workers get the product's address and keys from the environment. Returns what ends it. */
export function announce(product: Product): Product['remove'] {
  process.env.SIGNWRIGHT_E2E_URL = product.url
  process.env.SIGNWRIGHT_E2E_PUBLISHABLE_KEY = product.keys.publishableKey
  process.env.SIGNWRIGHT_E2E_SECRET_KEY = product.keys.secretKey
  process.env.SIGNWRIGHT_E2E_MAIL_KEY = product.mailKey
  return product.remove
}
