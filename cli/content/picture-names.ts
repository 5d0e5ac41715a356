/** Names of pictures that the site can publish; other files below content/images are not pictures. */
export const PICTURE_NAME = /\.(?:webp|jpe?g|png|avif|svg|ico)$/i;

/** Formats of phones and drawing programs that browsers do not show. */
export const OTHER_PICTURE = /\.(?:hei[cf]s?|tiff?|gif|bmp|psd|ai|eps|svgz|cr2|nef|dng|raw|jxl|jp2)$/i;
