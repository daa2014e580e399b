import { linkTo } from '@/shared/lib/address'

/** The address of a new delivery's plan; without an order it asks for one. */
export const planHref = (orderId: string | null): string => `${linkTo('/deliveries')}?plan=${orderId ?? 'order'}`
