/** The product's name, defined only here; every screen and letter takes it from here. */
export const productName = 'Strongroom'

/** As in package.json. */
export const productVersion = '0.1.0'

/** What follows a form from a page of an older build, and a page whose script is gone. */
export const updatedNotice = { text: `${productName} was updated.`, label: 'Refresh to update.' } as const
