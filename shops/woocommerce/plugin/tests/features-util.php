<?php
/**
 * WooCommerce's register of what plugins are compatible with.
 *
 * @package Dakiya
 */

declare( strict_types=1 );

namespace Automattic\WooCommerce\Utilities;

final class FeaturesUtil {
	public static function declare_compatibility( string $feature, string $file, bool $is_compatible = true ): bool {
		\Shop::$compatible[ $feature ] = $is_compatible && is_file( $file );
		return true;
	}
}
