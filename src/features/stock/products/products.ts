/** The root of everything that is read about manufactured products. */
export const productsKey = ['products'] as const

export const productsLive = [
  {
    page: 'quotations',
    tables: ['manufactured_products', 'product_options', 'product_parts', 'product_pictures', 'price_list'],
  },
  { page: 'inventory', tables: ['manufactured_products', 'product_options', 'product_parts', 'product_pictures'] },
] as const
