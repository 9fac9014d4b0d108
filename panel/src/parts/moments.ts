import { inLanguages, useWords } from '../words/language.ts';

const momentWords = inLanguages({
  en: {
    order_received: 'Order received',
    shipped: 'Shipped',
    cod_to_prepaid: 'COD to prepaid',
    picked_up: 'Picked up',
    delayed: 'Delayed',
    out_for_delivery: 'Out for delivery',
    delivered: 'Delivered',
    delivery_failed: 'Delivery failed',
    returning: 'RTO started',
    return_pickup_scheduled: 'Return: pickup scheduled',
    return_pickup_missed: 'Return: pickup missed',
    return_picked_up: 'Return: picked up',
    return_received: 'Return: received',
  },
  hi: {
    order_received: 'ऑर्डर मिला',
    shipped: 'भेजा गया',
    cod_to_prepaid: 'COD से प्रीपेड',
    picked_up: 'पिकअप हुआ',
    delayed: 'देरी',
    out_for_delivery: 'डिलीवरी के लिए निकला',
    delivered: 'डिलीवर हुआ',
    delivery_failed: 'डिलीवरी नहीं हुई',
    returning: 'RTO शुरू',
    return_pickup_scheduled: 'वापसी: पिकअप तय',
    return_pickup_missed: 'वापसी: पिकअप छूटा',
    return_picked_up: 'वापसी: पिकअप हुआ',
    return_received: 'वापसी: मिल गई',
  },
});

type Moment = keyof typeof momentWords.en;

export function useMomentWords(): (moment: Moment) => string {
  const words = useWords(momentWords);
  return (moment) => words[moment];
}
