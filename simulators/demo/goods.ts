import { commonFirst } from './random.ts';

export interface Article {
  readonly name: string;
  readonly sku: string;
  readonly hsn: string;
  readonly pricePaise: number;
  readonly grams: number;
}

/** Products: `<sku> <name> <hsn> <variants>`, each variant `<name> <rupees> <grams>`. */
const LINES = `
  CHAI | Masala chai | 0902 | 100g 149 120, 250g 299 280, 500g 549 530, 1kg 999 1050
  ATEA | Assam leaf tea | 0902 | 250g 249 280, 500g 449 530, 1kg 849 1050
  COFF | Filter coffee | 0901 | 200g 199 230, 500g 449 540
  KURT | Cotton kurta | 6211 | S 799 320, M 799 340, L 849 360, XL 849 390, XXL 899 420
  SARI | Handloom sari | 5208 | Indigo 2499 650, Rust 2499 650, Ivory 2799 660, Silk 6499 720
  DUPA | Block print dupatta | 6214 | Red 499 180, Blue 499 180, Green 499 180
  SHRT | Linen shirt | 6205 | S 1299 280, M 1299 300, L 1299 320, XL 1399 340
  MOJR | Leather mojari | 6403 | 38 999 620, 40 999 660, 42 1049 700, 44 1049 740
  BRAS | Brass diya | 7418 | Small 349 420, Medium 649 880, Large 1249 1900
  POTS | Terracotta planter | 6912 | 10cm 249 800, 15cm 449 1700, 25cm 899 4200
  BEDS | Cotton bedsheet | 6304 | Single 699 900, Double 1199 1400, King 1599 1800
  RUGS | Jute rug | 5702 | Round 1499 2600, 90x150 1899 3400, 150x240 3999 7800
  SPIC | Spice box | 0910 | Small 399 600, Large 699 1200
  GHEE | Cow ghee | 0405 | 500ml 499 700, 1l 949 1300, 5l 4499 5800
  HONY | Forest honey | 0409 | 250g 249 420, 500g 449 780
  PICK | Mango pickle | 2001 | 300g 199 520, 900g 449 1300
  SOAP | Neem soap | 3401 | 3 149 400, 6 279 780
  OILS | Hair oil | 3305 | 100ml 179 180, 200ml 299 320
  BOOK | Illustrated folk tales | 4901 | Hindi 349 480, English 399 480, Tamil 349 480
  TOYS | Channapatna toy | 9503 | Elephant 299 260, Train 599 520, Stacker 449 410
  YOGA | Yoga mat | 9506 | 4mm 799 1100, 6mm 999 1500
  EARB | Wireless earbuds | 8518 | Black 1499 160, White 1499 160
  CABL | Charging cable | 8544 | 1m 249 70, 2m 349 110
  COOK | Iron kadai | 7323 | 20cm 899 1900, 26cm 1299 3100, 30cm 1699 4400
  MIXR | Mixer grinder | 8509 | 500W 2499 4800, 750W 3499 5600
  STOL | Sheesham stool | 9401 | Low 1999 5200, High 2999 8600
  DESK | Folding desk | 9403 | Oak 4999 12500, Walnut 5499 13200
  CYCL | Kids bicycle | 8712 | 16in 5499 11800, 20in 6999 14500`;

/** All articles; the first lines sell best. */
export const ARTICLES: readonly Article[] = LINES.trim()
  .split('\n')
  .flatMap((line) => {
    const [code = '', name = '', hsn = '', variants = ''] = line.split('|').map((part) => part.trim());
    return variants.split(', ').map((variant) => {
      const [label = '', rupees, grams] = variant.split(' ');
      return {
        name: `${name}, ${label}`,
        sku: `${code}-${label.toUpperCase()}`,
        hsn,
        pricePaise: Number(rupees) * 100,
        grams: Number(grams),
      };
    });
  });

/** Articles weighted by demand, the most popular first. */
export const articlesByDemand = commonFirst(ARTICLES, 5);
