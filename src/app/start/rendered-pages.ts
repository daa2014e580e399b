/**
 * The pages that the server writes completely, with their modules: they are readable before any code loads
 * (docs/decisions/0360). Every other page starts empty in the browser.
 */
export const renderedPages: Readonly<Record<string, string>> = {
  '/': 'features/site/pages/components/home-page.tsx',
  '/about': 'features/site/pages/components/about-page.tsx',
  '/work': 'features/site/pages/components/work-page.tsx',
  '/services': 'features/site/pages/components/services-page.tsx',
  '/services/:slug': 'features/site/pages/components/service-page.tsx',
  '/tips-advice': 'features/site/pages/components/tips-page.tsx',
  '/tips-advice/:slug': 'features/site/pages/components/tip-page.tsx',
  '/products/manufactured': 'features/site/products/components/public-products-screen.tsx',
  '/products/manufactured/:id': 'features/site/products/components/public-product-screen.tsx',
}
