import { type BankSecrets, bankPath } from './bank.ts'

/**
 * The settings by which the functions find the test bank: those that a company sets for Viva itself. `backendUrl` is
 * where the functions call, `siteUrl` where a payer's browser goes.
 */
export const settingsOfBank = (
  secrets: BankSecrets,
  backendUrl: string,
  siteUrl: string,
): Readonly<Record<string, string>> => ({
  VIVA_ACCOUNTS_URL: `${backendUrl}${bankPath}`,
  VIVA_API_URL: `${backendUrl}${bankPath}`,
  VIVA_CHECKOUT_URL: `${siteUrl}${bankPath}`,
  VIVA_CLIENT_ID: secrets.clientId,
  VIVA_CLIENT_SECRET: secrets.clientSecret,
  VIVA_MERCHANT_ID: secrets.merchantId,
  VIVA_API_KEY: secrets.apiKey,
  VIVA_SOURCE_CODE: 'Default',
})
