<?php
/**
 * Plugin Name: Dakiya for WooCommerce
 * Description: Shows your couriers' prices and delivery dates at checkout, checks pincodes on product pages, and shows customers where their parcel is.
 * Version: 0.1.0
 * Requires at least: 6.4
 * Requires PHP: 8.1
 * Requires Plugins: woocommerce
 * WC requires at least: 8.2
 * WC tested up to: 11.0
 * Author: The Dakiya project
 * License: Apache-2.0
 * License URI: https://www.apache.org/licenses/LICENSE-2.0
 * Text Domain: dakiya
 * Domain Path: /languages
 *
 * @package Dakiya
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

define( 'DAKIYA_FILE', __FILE__ );
define( 'DAKIYA_VERSION', '0.1.0' );

require_once __DIR__ . '/includes/class-dakiya-service.php';
require_once __DIR__ . '/includes/class-dakiya-checkout.php';
require_once __DIR__ . '/includes/class-dakiya-pincode-check.php';
require_once __DIR__ . '/includes/class-dakiya-tracking.php';

// Orders are read and written only by WooCommerce's own classes, and rates are the same for both kinds of checkout.
add_action(
	'before_woocommerce_init',
	static function (): void {
		if ( ! class_exists( \Automattic\WooCommerce\Utilities\FeaturesUtil::class ) ) {
			return;
		}
		foreach ( array( 'custom_order_tables', 'cart_checkout_blocks' ) as $feature ) {
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( $feature, DAKIYA_FILE, true );
		}
	}
);

add_action(
	'init',
	static function (): void {
		load_plugin_textdomain( 'dakiya', false, dirname( plugin_basename( DAKIYA_FILE ) ) . '/languages' );
	}
);

// The class extends one of WooCommerce, which is there only from this action on.
add_action(
	'woocommerce_shipping_init',
	static function (): void {
		require_once __DIR__ . '/includes/class-dakiya-shipping-method.php';
	}
);

add_filter(
	'woocommerce_shipping_methods',
	static function ( array $methods ): array {
		$methods['dakiya'] = 'Dakiya_Shipping_Method';
		return $methods;
	}
);

Dakiya_Checkout::add_hooks();
Dakiya_Pincode_Check::add_hooks();
Dakiya_Tracking::add_hooks();

add_filter(
	'plugin_action_links_' . plugin_basename( DAKIYA_FILE ),
	static function ( array $links ): array {
		$url = admin_url( 'admin.php?page=wc-settings&tab=shipping&section=dakiya' );
		array_unshift( $links, '<a href="' . esc_url( $url ) . '">' . esc_html__( 'Settings', 'dakiya' ) . '</a>' );
		return $links;
	}
);
