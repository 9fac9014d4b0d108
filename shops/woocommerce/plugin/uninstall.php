<?php
/**
 * Removes what the plugin keeps. Orders keep their tracking numbers, which other plugins read too.
 *
 * @package Dakiya
 */

declare( strict_types=1 );

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

global $wpdb;

delete_option( 'woocommerce_dakiya_settings' );
foreach ( array( 'woocommerce_dakiya_%_settings', '_transient_dakiya_%', '_transient_timeout_dakiya_%' ) as $dakiya_names ) {
	$dakiya_like = implode( '%', array_map( array( $wpdb, 'esc_like' ), explode( '%', $dakiya_names ) ) );
	$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->options} WHERE option_name LIKE %s", $dakiya_like ) );
}
wp_cache_flush();
