<?php
/**
 * What the cart and the checkout need beside the shipping method.
 *
 * @package Dakiya
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

/**
 * Turns carts into questions and services into words, and keeps rates fresh.
 */
final class Dakiya_Checkout {

	/** Hidden data of a rate: `yes` or `no`. */
	public const TAKES_COD = '_dakiya_takes_cod';

	/** Hidden data of a rate, and of the shipping line that an order keeps of it: the code of the service. */
	public const SERVICE = '_dakiya_service';

	/** Set in the session of a customer who was shown the fallback price. */
	public const FALLBACK_SHOWN = 'dakiya_fallback_shown';

	public static function add_hooks(): void {
		add_filter( 'woocommerce_cart_shipping_packages', array( self::class, 'age_packages' ) );
		add_filter( 'woocommerce_available_payment_gateways', array( self::class, 'without_cod' ) );
	}

	/**
	 * WooCommerce keeps rates as long as a package does not change. The time in the package makes it ask again after 15 minutes,
	 * or a minute after a fallback price.
	 *
	 * @param mixed $packages The packages of the cart; other plugins may send anything.
	 */
	public static function age_packages( mixed $packages ): mixed {
		if ( ! is_array( $packages ) ) {
			return $packages;
		}
		$session = WC()->session;
		$seconds = $session && $session->get( self::FALLBACK_SHOWN ) ? MINUTE_IN_SECONDS : 15 * MINUTE_IN_SECONDS;
		foreach ( array_keys( $packages ) as $key ) {
			$packages[ $key ]['dakiya_age'] = $seconds . ':' . intdiv( time(), $seconds );
		}
		return $packages;
	}

	/**
	 * Takes cash on delivery away if the chosen service has no courier for it.
	 *
	 * @param mixed $gateways By id; other plugins may send anything.
	 */
	public static function without_cod( mixed $gateways ): mixed {
		if ( ! is_array( $gateways ) || ! isset( $gateways['cod'] ) || ! WC()->session ) {
			return $gateways;
		}
		$chosen = WC()->session->get( 'chosen_shipping_methods' );
		foreach ( WC()->shipping()->get_packages() as $key => $package ) {
			$rate = $package['rates'][ is_array( $chosen ) ? $chosen[ $key ] ?? '' : '' ] ?? null;
			if ( $rate instanceof WC_Shipping_Rate && 'no' === ( $rate->get_meta_data()[ self::TAKES_COD ] ?? '' ) ) {
				unset( $gateways['cod'] );
			}
		}
		return $gateways;
	}

	/**
	 * An item of `POST /checkout-rates`.
	 *
	 * @param WC_Product $product A product or variation.
	 * @param int        $units   At least 1.
	 */
	public static function item_of( WC_Product $product, int $units ): array {
		$item   = array( 'units' => $units );
		$sku    = trim( (string) $product->get_sku() );
		$weight = wc_get_weight( (float) $product->get_weight(), 'kg' );
		if ( '' !== $sku ) {
			$item['sku'] = function_exists( 'mb_substr' ) ? mb_substr( $sku, 0, 100 ) : substr( $sku, 0, 100 );
		}
		if ( $weight > 0 ) {
			// Whole grams, rounded up: 0.4 g is 1 g. What only a binary fraction adds is not rounded up.
			$item['weight'] = max( 1, ceil( round( $weight * 1000, 3 ) ) ) / 1000;
		}
		$sides = array(
			'length'  => wc_get_dimension( (float) $product->get_length(), 'cm' ),
			'breadth' => wc_get_dimension( (float) $product->get_width(), 'cm' ),
			'height'  => wc_get_dimension( (float) $product->get_height(), 'cm' ),
		);
		if ( min( $sides ) > 0 ) {
			$item += array_map( static fn ( float $side ): float => round( $side, 2 ), $sides );
		}
		return $item;
	}

	/**
	 * The name of a service for customers.
	 *
	 * @param array $service As `Dakiya_Service` returns it.
	 */
	public static function name_of( array $service ): string {
		return match ( $service['code'] ) {
			'standard' => __( 'Standard delivery', 'dakiya' ),
			'express'  => __( 'Express delivery', 'dakiya' ),
			default    => $service['name'],
		};
	}

	/**
	 * When a service delivers: `20 Nov`, or `20 Nov – 22 Nov`; empty if that is not known.
	 *
	 * @param array $service As `Dakiya_Service` returns it.
	 */
	public static function days_of( array $service ): string {
		$days = array_unique( array_filter( array( $service['first_day'], $service['last_day'] ) ) );
		return implode( ' – ', array_map( array( self::class, 'day_text' ), $days ) );
	}

	/**
	 * A day in the language of the shop.
	 *
	 * @param string $day Such as `2026-11-20`.
	 */
	private static function day_text( string $day ): string {
		$noon = new DateTimeImmutable( $day . ' 12:00', wp_timezone() );
		/* translators: day and month of a delivery, as PHP formats dates. */
		return (string) wp_date( _x( 'j M', 'date of delivery', 'dakiya' ), $noon->getTimestamp() );
	}
}
