import { startProduct } from '../product.ts'

/** One product for the whole suite; the workers learn its address and keys from the environment. */
export default async function globalSetup() {
  const product = await startProduct()
  process.env.SIGNWRIGHT_E2E_URL = product.url
  process.env.SIGNWRIGHT_E2E_PUBLISHABLE_KEY = product.keys.publishableKey
  process.env.SIGNWRIGHT_E2E_SECRET_KEY = product.keys.secretKey
  return product.remove
}
